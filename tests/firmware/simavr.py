"""The real firmware image on a simulated board: the same handles as the twin's device models, another thing behind the wire.

Needs ``tests/firmware/build/simhost`` (see :func:`build`) and an image made by ``make`` in hardware/firmware.
"""

from __future__ import annotations

import shutil
import signal
import subprocess
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from queue import Queue
from threading import Lock, Thread

from firmware_bridge.packets import BUTTONS
from hardware.twin.devices.mechanism import CountingMechanism, FaultyMechanism, Mechanism

HERE = Path(__file__).resolve().parent
FIRMWARE = HERE.parents[1] / "hardware" / "firmware"
SIMHOST = HERE / "build" / "simhost"
SHUFFLER_IMAGE = FIRMWARE / "build" / "shuffler.elf"
BUTTON_BOX_IMAGE = FIRMWARE / "build" / "button_box.elf"
_START_TIMEOUT_S = 30.0


def missing() -> str | None:
    """Say what this machine lacks to build and run the firmware; none when it lacks nothing."""
    for program, package in (("avr-gcc", "gcc-avr and avr-libc"), ("make", "make"), ("cc", "gcc")):
        if shutil.which(program) is None:
            return f"{program} is not installed: apt-get install {package}"
    for header, package in (("simavr/sim_avr.h", "libsimavr-dev"), ("gelf.h", "libelf-dev")):
        if not (Path("/usr/include") / header).exists():
            return f"{header} is not there: apt-get install {package}"
    return None


def build() -> None:
    """Build the host program and both images, where out of date.

    :raises subprocess.CalledProcessError: a compiler complained
    """
    for folder, target in ((FIRMWARE, "all"), (HERE, "simhost")):
        subprocess.run(["make", "-s", "-C", str(folder), target], check=True, capture_output=True, text=True)


class SimulatedBoard:
    """One board under libsimavr, its serial line at *link_path*. Any thread may call the methods.

    *speed* is simulated over real time. *answer* is asked whatever the mechanics ask, on a thread of the board's own;
    *told* hears the rest.
    """

    def __init__(
        self,
        image: Path,
        mcu: str,
        link_path: Path,
        *,
        speed: float = 1.0,
        answer: Callable[[str], str] | None = None,
        told: Callable[[str], None] | None = None,
    ) -> None:
        self.link_path = link_path
        self._command = [str(SIMHOST), str(image), mcu, str(speed)]
        self._answer = answer or (lambda question: "0 0")
        self._told = told or (lambda line: None)
        self._process: subprocess.Popen[str] | None = None
        self._thread: Thread | None = None
        self._writing = Lock()
        self._lines: Queue[str] = Queue()

    def start(self) -> None:
        """Power the board and plug its cable in; returns when the cable is there."""
        self._process = subprocess.Popen(
            self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        plugged: Future[None] = Future()
        self._thread = Thread(target=self._listen, args=(self._process, plugged), daemon=True)
        self._thread.start()
        plugged.result(_START_TIMEOUT_S)

    def stop(self) -> None:
        """Cut the power."""
        process, self._process = self._process, None
        if process is None or process.stdin is None or process.stdout is None:
            return
        process.send_signal(signal.SIGCONT)
        process.stdin.close()
        process.kill()
        process.wait()
        if self._thread:
            self._thread.join()
        process.stdout.close()
        self.link_path.unlink(missing_ok=True)

    def send(self, line: str) -> None:
        """Give the host program a command line."""
        with self._writing:
            if self._process and self._process.stdin:
                self._process.stdin.write(line + "\n")
                self._process.stdin.flush()

    def unplug(self) -> None:
        """Pull the cable; the board keeps its power."""
        self.link_path.unlink(missing_ok=True)
        self.send_and_await("unplug", "unplugged")

    def replug(self) -> None:
        """Put the cable back, under the same path."""
        self.send_and_await("plug", "pty ")

    def reset(self) -> None:
        """Pull the board's reset pin."""
        self.send("reset")

    def hang(self, hanging: bool) -> None:
        """Stop the whole board with its cable in, until called again with false."""
        if self._process:
            self._process.send_signal(signal.SIGSTOP if hanging else signal.SIGCONT)

    def send_and_await(self, command: str, reply: str) -> None:
        """Give a command line and wait for the line that tells it is done."""
        while not self._lines.empty():
            self._lines.get()
        self.send(command)
        while not self._lines.get(timeout=_START_TIMEOUT_S).startswith(reply):
            continue

    def _listen(self, process: subprocess.Popen[str], plugged: Future[None]) -> None:
        if process.stdout is None:
            return
        for line in process.stdout:
            if not line.startswith("@"):
                continue
            text = line[1:].strip()
            if text.startswith("pty "):
                self._link(text.removeprefix("pty "))
                if not plugged.done():
                    plugged.set_result(None)
            if text.split()[0] in ("sense", "feed", "loaded"):
                self.send(f"answer {self._answer(text)}")
            elif text.split()[0] in ("pty", "unplugged", "settled", "lid"):
                self._lines.put(text)
            else:
                self._told(text)

    def _link(self, pty: str) -> None:
        fresh = self.link_path.with_name(self.link_path.name + ".new")
        fresh.unlink(missing_ok=True)
        fresh.symlink_to(pty)
        fresh.replace(self.link_path)


class SimulatedShuffler:
    """The shuffler's image; its motors move the cards of *mechanism*. Handles as of ``ShufflerModel``."""

    def __init__(self, mechanism: Mechanism | None, link_path: Path, *, speed: float = 1.0) -> None:
        self.mechanism = FaultyMechanism(mechanism or CountingMechanism())
        self.compartments: list[int] = []
        """The wheel's compartments the cards came from so far: what only a test can see."""
        self._resets = 0
        self.board = SimulatedBoard(SHUFFLER_IMAGE, "atmega2560", link_path, speed=speed, answer=self._answer)
        self.start, self.stop = self.board.start, self.board.stop
        self.unplug, self.replug = self.board.unplug, self.board.replug
        self.reset, self.hang = self.board.reset, self.board.hang
        self.stick_next = self.mechanism.stick_next
        self.jam_next, self.double_feed_next = self.mechanism.jam_next, self.mechanism.double_feed_next

    def reset_during_next(self) -> None:
        """Reset the board while the next card passes the exit."""
        self._resets += 1

    def open_lid(self) -> None:
        """Open the lid, taking out what is stuck."""
        self.board.send_and_await("lid 1", "lid")

    def close_lid(self) -> None:
        """Close the lid."""
        self.board.send_and_await("lid 0", "lid")

    def _answer(self, question: str) -> str:
        match question.split():
            case ["sense"]:
                return f"{self.mechanism.waiting()} {self.mechanism.count()}"
            case ["loaded"]:
                self.mechanism.shuffle()
                return "ok"
            case ["feed", slot, compartment]:
                self.compartments.append(int(compartment))
                outcome = self.mechanism.eject(int(slot))
                resets, self._resets = self._resets, 0
                return "stuck" if outcome.stuck else f"{outcome.cards_moved} {resets}"
            case _:
                raise ValueError(f"not a question of the mechanics: {question!r}")


class SimulatedButtonBox:
    """The button box's image. Handles as of ``ButtonBoxModel``."""

    def __init__(self, link_path: Path, *, speed: float = 1.0) -> None:
        self.lamps = 0
        self.buzzer = False
        self.board = SimulatedBoard(BUTTON_BOX_IMAGE, "atmega328p", link_path, speed=speed, told=self._told)
        self.start, self.stop = self.board.start, self.board.stop
        self.unplug, self.replug = self.board.unplug, self.board.replug
        self.reset, self.hang = self.board.reset, self.board.hang

    def hold(self, button: int) -> None:
        """Push *button* down; returns when the contact has settled.

        :raises ValueError: no such button
        """
        self._contact(button, 1)

    def release(self, button: int) -> None:
        """Let *button* go; returns when the contact has settled."""
        self._contact(button, 0)

    def press(self, button: int) -> None:
        """Push *button* down and let it go."""
        self.hold(button)
        self.release(button)

    def _contact(self, button: int, down: int) -> None:
        if not 0 <= button < BUTTONS:
            raise ValueError(f"button must be 0-{BUTTONS - 1}: {button}")
        self.board.send_and_await(f"button {button} {down}", "settled")

    def _told(self, line: str) -> None:
        match line.split():
            case ["lamps", lamps]:
                self.lamps = int(lamps)
            case ["buzzer", level]:
                self.buzzer = level == "1"
            case _:
                return
