"""Without its framework, a module says in one line what to install."""

from __future__ import annotations

import sys
from importlib import import_module

import pytest

from mdchunk.extras import install


@pytest.mark.parametrize(
    ("module", "framework", "package"),
    [
        ("arrow", "pyarrow", "pyarrow"),
        ("langchain", "langchain_core.documents", "langchain-text-splitters"),
        ("llama_index", "llama_index.core.bridge.pydantic", "llama-index-core"),
        ("haystack", "haystack", "haystack-ai"),
    ],
)
def test_a_missing_package_is_named(
    module: str, framework: str, package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name == framework or framework.startswith(f"{name}.")]:
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.setitem(sys.modules, framework, None)
    monkeypatch.delitem(sys.modules, f"mdchunk.integrations.{module}", raising=False)
    with pytest.raises(ImportError) as raised:
        import_module(f"mdchunk.integrations.{module}")
    assert str(raised.value) == f"mdchunk.integrations.{module} needs one more package: {install(package)}"
