"""protocol.yaml is the one source: what is made from it is up to date."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_everything_made_from_the_protocol_file_is_up_to_date() -> None:
    done = subprocess.run(
        [sys.executable, "scripts/protocol.py", "--check"], cwd=ROOT, capture_output=True, text=True
    )

    assert (done.returncode, done.stdout) == (0, "")
