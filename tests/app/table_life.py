"""``drawtable run`` with eyes at the other end of a socket, started anew for every line it gets. Never imported.

``python -m tests.app.table_life TABLE.toml SOCKET``: each line on standard input forks a table; its cameras are asked
of the test, which has the cardboard. Imports are paid once, so that a life costs no start of Python.
"""

import os
import signal
import socket
import sys
from pathlib import Path

os.environ["ORT_DISABLE_TELEMETRY"] = "1"

from table_controller import cli
from table_controller.app import run
from table_controller.app.config import read_settings
from table_controller.app.reading_room import Pictures, View
from table_controller.cards import parse_card
from tests.app.looks import surely
from vision.cameras.states import State
from vision.live.look import Look


class FarCamera:
    """Asks the test what lies under a camera; the answer stands in for a picture."""

    def __init__(self, where: str, name: str) -> None:
        self._where, self._name = where, name

    def frame(self) -> str:
        with socket.socket(socket.AF_UNIX) as line:
            line.connect(self._where)
            line.sendall(f"{self._name}\n".encode())
            return line.makefile().readline().strip()

    def state(self) -> State:
        return State.OK

    def close(self) -> None:
        return


class FarRoom:
    """Reads what a far camera answered."""

    def __init__(self, **_: object) -> None:
        return

    async def see(self, views: tuple[View, ...]) -> tuple[tuple[Look, ...], Pictures]:
        faces: str = views[-1].image  # type: ignore[assignment]
        return surely(views[-1], (parse_card(face) for face in faces.split()))

    def close(self) -> None:
        return


def live(table: str, where: str) -> None:
    run.ReadingRoom = FarRoom  # type: ignore[misc, assignment]
    run.open_source = lambda source, *_, **__: FarCamera(where, source)  # type: ignore[assignment, return-value]
    cli._run(read_settings(Path(table)))


def main() -> None:
    for _ in sys.stdin:
        child = os.fork()
        if not child:
            signal.signal(signal.SIGINT, signal.default_int_handler)
            status = 1
            try:
                live(sys.argv[1], sys.argv[2])
                status = 0
            finally:
                sys.stdout.flush()
                sys.stderr.flush()
                os._exit(status)
        print(f"pid {child}", flush=True)
        _, how = os.waitpid(child, 0)
        print(f"dead {os.waitstatus_to_exitcode(how)}", flush=True)


if __name__ == "__main__":
    main()
