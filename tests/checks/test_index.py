"""An index follows a folder: it holds what a fresh build gives, and nothing is embedded twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from mdchunk import IndexChanges, MdchunkError, chunk_markdown, index_changes
from mdchunk.model import Chunk
from tests.support import index_store
from tests.support.index_store import Memory, Model

A = "# A\n\nOne.\n\n# B\n\nTwo.\n"


def chunks(text: str, source: str = "a.md") -> list[Chunk]:
    return chunk_markdown(text, source=source)


@pytest.mark.parametrize("seed", range(5))
def test_an_index_follows_a_folder(seed: int, tmp_path: Path) -> None:
    index_store.follow(Memory(), tmp_path, seed)


def test_from_nothing_everything_is_inserted() -> None:
    new = chunks(A)
    assert index_changes([], new) == IndexChanges(embed=tuple(chunk.to_dict() for chunk in new))


def test_the_same_chunks_need_nothing() -> None:
    assert index_changes(chunks(A), chunks(A)) == IndexChanges(unchanged=2)


def test_an_edit() -> None:
    changes = index_changes(chunks(A), chunks("Top.\n\n" + A.replace("Two", "Three")))
    assert [record["content"] for record in changes.embed] == ["Top.", "# B\n\nThree."]
    assert [record["content"] for record in changes.update] == ["# A\n\nOne."]
    assert changes.delete == (chunks(A)[1].id,)
    assert not changes.reuse


def test_a_rename_embeds_nothing() -> None:
    old, new = chunks(A), chunks(A, "b.md")
    changes = index_changes(old, new)
    assert changes.delete == tuple(chunk.id for chunk in old)
    assert [record["id"] for record in changes.embed] == [chunk.id for chunk in new]
    assert changes.reuse == {b.id: a.id for a, b in zip(old, new, strict=True)}


def test_a_copy_embeds_nothing_and_deletes_nothing() -> None:
    old, copy = chunks(A), chunks(A, "b.md")
    changes = index_changes(old, [*old, *copy])
    assert not changes.delete
    assert changes.reuse == {b.id: a.id for a, b in zip(old, copy, strict=True)}


def test_equal_new_contents_are_embedded_once() -> None:
    changes = index_changes([], [*chunks(A), *chunks(A, "b.md")])
    model = Model()
    vectors = changes.vectors(model.embed)
    assert model.seen == ["# A\n\nOne.", "# B\n\nTwo."]
    assert len(vectors) == 4
    assert vectors[chunks(A)[0].id] == vectors[chunks(A, "b.md")[0].id] == Model.vector("# A\n\nOne.")


def test_an_index_that_gives_no_vectors_back_has_them_made_again() -> None:
    model = Model()
    vectors = index_changes(chunks(A), chunks(A, "b.md")).vectors(model.embed)
    assert model.seen == ["# A\n\nOne.", "# B\n\nTwo."]
    assert set(vectors) == {chunk.id for chunk in chunks(A, "b.md")}


def test_nothing_is_asked_for_where_nothing_is_new() -> None:
    def refuse(_given: list[str]) -> dict[str, object]:
        raise AssertionError

    assert index_changes(chunks(A), chunks(A)).vectors(refuse, refuse) == {}


def test_what_a_store_says() -> None:
    """Ids and hashes: what is kept is updated, for its fields are not known."""
    old, new = chunks(A), chunks(A, "b.md")
    says = {chunk.id: chunk.hash for chunk in old}
    assert index_changes(says, new).reuse == index_changes(old, new).reuse
    assert index_changes(says, old).update == tuple(chunk.to_dict() for chunk in old)


def test_ids_alone() -> None:
    old, new = chunks(A), chunks(A, "b.md")
    changes = index_changes([chunk.id for chunk in old], [*old[:1], *new])
    assert changes.delete == (old[1].id,)
    assert [record["id"] for record in changes.update] == [old[0].id]
    assert [record["id"] for record in changes.embed] == [chunk.id for chunk in new]
    # the hash of the deleted one is not known
    assert changes.reuse == {new[0].id: old[0].id}


def test_an_id_that_has_another_content_is_inserted_again_and_serves_nobody() -> None:
    one, two = chunks(A)
    changes = index_changes({one.id: two.hash}, [one, two])
    assert [record["id"] for record in changes.embed] == [one.id, two.id]
    assert not changes.reuse
    assert not changes.delete


def test_files_of_any_format_and_flat_records(tmp_path: Path) -> None:
    flat = [chunk.to_dict(flat=True) for chunk in chunks(A)]
    assert index_changes(flat, flat).unchanged == 2
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "a.md").write_text(A)
    index_store.build_folder(docs, tmp_path / "c.jsonl")
    index_store.build_folder(docs, tmp_path / "c.json")
    assert index_changes(str(tmp_path / "c.jsonl"), tmp_path / "c.json").unchanged == 2
    assert (
        index_changes(chunk_markdown(A, source="a.md", metadata=("tags",)), tmp_path / "c.json").unchanged
        == 2
    )


def test_an_id_twice_is_an_error() -> None:
    twice = [*chunks(A), *chunks(A)]
    with pytest.raises(MdchunkError, match=f"^new: two records have the id {twice[0].id}"):
        index_changes([], twice)


def test_what_is_no_record_is_named() -> None:
    with pytest.raises(MdchunkError, match=r"^old: record 0: not a chunk record: it lacks hash"):
        index_changes([{"id": "1"}], [])


def test_records_without_content_cannot_be_embedded() -> None:
    with pytest.raises(MdchunkError, match="no field 'content'"):
        index_changes([], [{"id": "1", "hash": "x"}]).vectors(Model().embed)
