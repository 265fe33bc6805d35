"""The firmware's portable core, built for this machine with the address and undefined-behaviour sanitizers."""

import hashlib
import json
import random
import shutil
import struct
import subprocess
from pathlib import Path

import pytest

from firmware_bridge.framing import Packet, Unpacker, encode_packet
from firmware_bridge.packets import (
    MESSAGES,
    ClearFault,
    CommandState,
    CommandStatus,
    Eject,
    EventAck,
    Fault,
    GetBoxState,
    GetShufflerState,
    Hello,
    HelloReply,
    HostMessage,
    Nak,
    Ping,
    Pong,
    QueryCommand,
    Result,
    Shuffle,
)
from tests.firmware.raw_packet import raw_packet

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
VECTORS = json.loads((ROOT / "hardware" / "protocol_vectors.json").read_text())
FIRST_BOOT = 1


@pytest.fixture(scope="module")
def native() -> Path:
    """The folder with both native programs."""
    if shutil.which("cc") is None or shutil.which("make") is None:
        pytest.skip("no C compiler here: apt-get install gcc make")
    built = subprocess.run(["make", "-s", "-C", str(HERE), "native"], capture_output=True, text=True)
    if "cannot find -lasan" in built.stderr or "libasan" in built.stderr:
        pytest.skip("the C compiler's sanitizers are not installed")
    assert built.returncode == 0, built.stderr
    return HERE / "build"


def run(program: Path, *arguments: str, data: bytes) -> bytes:
    """Run a native program on *data*; a sanitizer's complaint fails."""
    done = subprocess.run([str(program), *arguments], input=data, capture_output=True, timeout=60)
    assert done.returncode == 0, done.stderr.decode()[-2000:]
    return done.stdout


def payload_of(vector: dict) -> bytes:
    """The payload of a vector, cut out of its own packet."""
    wire = bytes.fromhex(vector["wire"])
    (packet,) = Unpacker().feed(wire)
    return packet.message.encode()


def test_the_c_encoder_makes_the_vectors(native: Path) -> None:
    records = b""
    for vector in VECTORS["good"]:
        payload = payload_of(vector)
        message_type = next(kind.TYPE for kind in MESSAGES.values() if kind.__name__ == vector["message"])
        records += (
            struct.pack("<BHBB", message_type, vector["boot_id"], vector["seq"], len(payload)) + payload
        )

    wire = run(native / "native_button_box", "send", data=records)

    assert wire.hex() == "".join(vector["wire"] for vector in VECTORS["good"])


def test_the_c_decoder_reads_the_good_vectors_and_counts_the_bad(native: Path) -> None:
    wire = b"".join(bytes.fromhex(vector["wire"]) for vector in VECTORS["good"] + VECTORS["bad"])

    lines = run(native / "native_button_box", "unpack", data=wire).decode().splitlines()

    assert lines[-1] == f"bad {len(VECTORS['bad'])}"
    assert [line.split()[1:3] for line in lines[:-1]] == [
        [str(vector["boot_id"]), str(vector["seq"])] for vector in VECTORS["good"]
    ]
    assert [line.split(" ")[3] for line in lines[:-1]] == [
        payload_of(vector).hex() for vector in VECTORS["good"]
    ]


def test_the_c_structures_pack_to_the_vectors_payloads(native: Path, tmp_path: Path) -> None:
    """Every message a device sends, each field by name."""
    body, expected = [], []
    for vector in VECTORS["good"]:
        kind = next(kind for kind in MESSAGES.values() if kind.__name__ == vector["message"])
        if kind.TYPE < 0x80:
            continue
        name = "".join(f"_{c.lower()}" if c.isupper() else c for c in vector["message"]).lstrip("_")
        fields = ", ".join(f".{key} = {value}u" for key, value in vector["fields"].items())
        body.append(
            f"{{ struct dt_{name} m = {{{fields}}}; dt_pack_{name}(p, &m); show(p, {kind.LAYOUT.size}); }}"
        )
        expected.append(payload_of(vector).hex())
    source = tmp_path / "pack.c"
    source.write_text(
        '#include <stdio.h>\n#include "protocol.h"\n'
        'static void show(const uint8_t *p, int n) { for (int i = 0; i < n; i++) printf("%02x", p[i]); puts(""); }\n'
        "int main(void) { uint8_t p[64];\n" + "\n".join(body) + "\nreturn 0; }\n"
    )
    core = ROOT / "hardware" / "firmware" / "core"
    program = tmp_path / "pack"
    subprocess.run(["cc", "-Wall", "-I", str(core), "-o", str(program), str(source)], check=True)

    assert run(program, data=b"").decode().split() == expected


def said(output: bytes) -> list[Packet]:
    """The packets a device sent; every byte of its output must belong to one."""
    unpacker = Unpacker()
    packets = list(unpacker.feed(output))
    assert unpacker.bad_packets == 0
    return packets


def ask(*messages: HostMessage, boot_id: int = FIRST_BOOT) -> bytes:
    """The wire bytes of some requests, numbered from 1."""
    return b"".join(
        encode_packet(Packet(boot_id, seq, message)) for seq, message in enumerate(messages, start=1)
    )


@pytest.mark.parametrize(
    "noise", [b"AT\r", b"ATI\r\n", bytes.fromhex("7eff7d23c0217d217e"), b"\0\0\0\0", b"\xff" * 300]
)
def test_what_other_programs_say_to_a_new_modem_is_ignored(native: Path, noise: bytes) -> None:
    output = run(native / "native_button_box", "run", "0", data=noise + ask(Hello(7), Ping()))

    kinds = [type(packet.message) for packet in said(output)]
    assert kinds[-2:] == [HelloReply, Pong]


def test_a_hello_of_another_protocol_version_is_answered_in_ours(native: Path) -> None:
    output = run(
        native / "native_button_box", "run", "0", data=raw_packet(Hello.TYPE, bytes(4), 1, version=9)
    )

    assert isinstance(said(output)[-1].message, HelloReply)


def test_nothing_is_done_before_hello_or_for_another_boot(native: Path) -> None:
    program = native / "native_shuffler"

    before = said(run(program, "run", "0", data=ask(Eject(1, 1))))
    wrong = said(run(program, "run", "0", data=ask(Hello(7)) + ask(Eject(1, 1), boot_id=FIRST_BOOT + 1)))

    assert isinstance(before[-1].message, Nak)
    assert isinstance(wrong[-1].message, Nak)


def test_a_command_said_many_times_begins_once(native: Path) -> None:
    output = run(native / "native_shuffler", "run", "0", data=ask(Hello(7), *[Eject(9, 1)] * 5))

    answers = [packet.message for packet in said(output) if isinstance(packet.message, CommandStatus)]
    assert len(answers) == 5
    assert {answer.command_id for answer in answers} == {9}
    assert answers[0].state is CommandState.STARTED


def random_traffic(source: random.Random) -> bytes:
    """Noise, whole packets with random contents, and commands that a device would carry out, all mixed."""
    data, command_id = ask(Hello(1)), 0
    kinds = [kind for kind in MESSAGES.values() if kind.TYPE < 0x80]
    for _ in range(1500):
        draw = source.random()
        if draw < 0.3:
            data += source.randbytes(source.randrange(1, 90))
        elif draw < 0.5:
            kind = source.choice(kinds)
            size = kind.LAYOUT.size if source.random() < 0.8 else source.randrange(0, 40)
            payload = (0).to_bytes(4, "little") + source.randbytes(
                40
            )  # a high command id would make all later ones stale
            data += raw_packet(kind.TYPE, payload[:size], source.randrange(256), boot_id=FIRST_BOOT)
        elif draw < 0.9:
            command_id += source.randrange(2)
            command = source.choice(
                [
                    Eject(command_id, source.randrange(11)),
                    Shuffle(command_id, source.randbytes(16)),
                    ClearFault(command_id, source.choice(list(Fault))),
                    QueryCommand(command_id),
                    EventAck(source.randrange(200)),
                ]
            )
            data += ask(command) + bytes(source.randrange(0, 2000))
        else:
            data += ask(Hello(1))
    return data


@pytest.mark.parametrize("program", ["native_shuffler", "native_button_box"])
@pytest.mark.parametrize("seed", range(1, 7))
def test_random_traffic_does_no_harm(native: Path, program: str, seed: int) -> None:
    output = run(native / program, "run", str(seed), data=random_traffic(random.Random(seed)))

    messages = [packet.message for packet in said(output)]
    assert sum(isinstance(message, HelloReply) for message in messages) > 10
    if program == "native_shuffler":
        ended = {m.result for m in messages if isinstance(m, CommandStatus) and m.state is CommandState.DONE}
        assert Result.OK in ended
        assert ended & {Result.JAM, Result.DOUBLE_FEED, Result.EMPTY, Result.LID_OPEN}


def test_a_power_cut_at_any_byte_of_the_journal_never_hides_a_card_that_may_have_moved(native: Path) -> None:
    """STARTED is whole before the motor turns; a DONE that is not whole leaves STARTED standing, which is a doubt."""
    seen = []
    for cut_at in range(17):
        done = subprocess.run(
            [str(native / "native_shuffler"), "cut", str(cut_at)], capture_output=True, timeout=60
        )
        assert done.returncode == 0, done.stderr
        feeds, state, doubt = (int(word) for word in done.stderr.split())
        seen.append((feeds, CommandState(state), bool(doubt)))

    assert seen == [
        *[(0, CommandState.UNKNOWN, False)] * 8,
        *[(1, CommandState.IN_DOUBT, True)] * 8,
        (1, CommandState.DONE, False),
    ]


def test_both_devices_refuse_each_others_messages(native: Path) -> None:
    box = said(run(native / "native_button_box", "run", "0", data=ask(Hello(7), GetShufflerState())))
    shuffler = said(run(native / "native_shuffler", "run", "0", data=ask(Hello(7), GetBoxState())))

    assert isinstance(box[-1].message, Nak)
    assert isinstance(shuffler[-1].message, Nak)


def keccak(lanes: list[int], width: int) -> list[int]:
    """Keccak-f on 25 lanes of *width* bits (FIPS 202, section 3), written for any width."""
    mask, log = (1 << width) - 1, width.bit_length() - 1
    lfsr = 1

    def rotate(value: int, by: int) -> int:
        by %= width
        return (value << by | value >> (width - by)) & mask

    for _ in range(12 + 2 * log):
        parity = [lanes[x] ^ lanes[x + 5] ^ lanes[x + 10] ^ lanes[x + 15] ^ lanes[x + 20] for x in range(5)]
        lanes = [lanes[i] ^ parity[(i + 4) % 5] ^ rotate(parity[(i + 1) % 5], 1) for i in range(25)]
        moved, (x, y), current = list(lanes), (1, 0), lanes[1]
        moved[0] = lanes[0]
        for t in range(24):
            x, y = y, (2 * x + 3 * y) % 5
            current, moved[x + 5 * y] = lanes[x + 5 * y], rotate(current, (t + 1) * (t + 2) // 2)
        lanes = [
            moved[i] ^ (~moved[i // 5 * 5 + (i + 1) % 5] & moved[i // 5 * 5 + (i + 2) % 5]) & mask
            for i in range(25)
        ]
        for j in range(7):
            if lfsr & 1 and (1 << j) - 1 < width:
                lanes[0] ^= 1 << ((1 << j) - 1)
            lfsr = (lfsr << 1) ^ (0x171 if lfsr & 0x80 else 0)
    return lanes


def test_the_sponge_of_the_noise_is_keccak(native: Path) -> None:
    """The reference above is checked against hashlib's SHA3-256, the firmware against the reference."""
    block = bytearray(200)
    block[0], block[135] = 0x06, 0x80
    digest = struct.pack("<25Q", *keccak(list(struct.unpack("<25Q", bytes(block))), 64))[:32]
    assert digest == hashlib.sha3_256(b"").digest()

    for state in (bytes(25), bytes(range(25)), bytes(range(230, 255))):
        assert run(native / "native_shuffler", "keccak", data=state) == bytes(keccak(list(state), 8))


@pytest.mark.parametrize("below", [1, 2, 7, 53, 54, 128, 255])
def test_draws_are_even(native: Path, below: int) -> None:
    """Chi-square of ten thousand draws, five standard deviations wide; the noise behind them is a fixed sequence."""
    draws = run(native / "native_shuffler", "draw", str(below), data=b"")

    expected = len(draws) / below
    assert max(draws) < below
    chi_square = sum((draws.count(value) - expected) ** 2 / expected for value in range(below))
    assert abs(chi_square - (below - 1)) <= 5 * (2 * (below - 1)) ** 0.5
