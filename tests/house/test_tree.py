"""What may not be in the tree: this machine's paths, addresses of package registries, lock files that hold them."""

import re
from pathlib import Path

from tests.house.checkout import ROOT, committed_files

LARGEST_BYTES = 8_000_000
FORBIDDEN = {
    "an absolute path of somebody's machine": re.compile(r"(?<![\w.~/-])/(?:work|root|home|Users)/[\w.-]+/"),
    "the address of a package registry": re.compile(
        r"pypi\.\w|pythonhosted|registry\.(?:npmjs|yarnpkg)|^-(?:-extra)?-?index-url|^--find-links",
        re.MULTILINE,
    ),
    "an address in a lock": re.compile(r'"resolved"\s*:'),
}


def text_of(path: Path) -> str:
    data = path.read_bytes()
    return "" if b"\0" in data else data.decode("utf-8", "replace")


def test_nothing_in_the_tree_belongs_to_one_machine() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {what}"
        for path in committed_files()
        if path != Path(__file__)
        for what, pattern in FORBIDDEN.items()
        if pattern.search(text_of(path))
    ]

    assert found == []


def test_no_lock_that_writes_addresses_is_committed() -> None:
    names = {path.name for path in committed_files()}

    assert (
        names & {"uv.lock", "poetry.lock", "Pipfile.lock", "pdm.lock", "yarn.lock", "pnpm-lock.yaml"} == set()
    )


def test_every_lock_has_hashes() -> None:
    locks = [path for path in committed_files() if path.suffix == ".lock"]

    assert len(locks) >= 3
    for lock in locks:
        packages = re.split(r"\n(?=\w)", re.sub(r"^\s*#.*\n?", "", lock.read_text(), flags=re.MULTILINE))
        assert [text.split()[0] for text in packages if "--hash=sha256:" not in text] == []


def test_no_file_is_too_large_for_a_checkout() -> None:
    assert [path.name for path in committed_files() if path.stat().st_size > LARGEST_BYTES] == []
