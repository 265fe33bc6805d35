"""Becomes another program that dies with the process that started it: ``leash.py PARENT_PID PROGRAM ARGUMENT...``.

Runs by itself, without this package: it is started with ``python -I``.
"""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1


def main() -> None:
    """Replace this process by the program, which gets SIGKILL when its parent's thread ends (Linux)."""
    parent, program, arguments = int(sys.argv[1]), sys.argv[2], sys.argv[2:]
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            # The parent went before the leash was on.
            sys.exit(1)
    os.execv(program, arguments)


if __name__ == "__main__":
    main()
