"""Ids are what the standard library makes of the same name."""

from __future__ import annotations

import uuid

from hypothesis import given
from hypothesis import strategies as st

from mdchunk.records import NAMESPACE, chunk_id


@given(st.text(st.characters(exclude_categories=["Cs"])), st.text(), st.integers(min_value=0, max_value=99))
def test_an_id_is_a_version_5_uuid(source: str, digest: str, occurrence: int) -> None:
    digest = digest.encode("utf-8", "replace").decode()
    found = uuid.UUID(chunk_id(source, digest, occurrence))
    assert found == uuid.uuid5(uuid.UUID(bytes=NAMESPACE), f"{source}\0{digest}\0{occurrence}")
    assert str(found) == chunk_id(source, digest, occurrence)
