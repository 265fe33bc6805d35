"""Make every committed file that follows from something else, or say which is out of date.

    python scripts/generated_files.py            write them
    python scripts/generated_files.py --check    only say which are out of date, exit 1

Exit status 2: something could not be made.
"""

import subprocess
import sys
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).resolve().parent
MAKERS: Final = ("protocol.py", "schemas.py", "manual.py", "web.py")
"""The scripts, each with its own --check; quick ones first."""


def main(arguments: list[str]) -> int:
    """Run every maker that is here; return the worst exit status."""
    if arguments not in ([], ["--check"]):
        print(__doc__, file=sys.stderr)
        return 2
    worst = 0
    for maker in MAKERS:
        if (HERE / maker).exists():
            command = [sys.executable, str(HERE / maker), *arguments]
            worst = max(worst, subprocess.run(command, cwd=HERE.parent, check=False).returncode)
    return worst


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
