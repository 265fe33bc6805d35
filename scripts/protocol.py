"""Make everything that follows from hardware/protocol.yaml.

    python scripts/protocol.py            write the files
    python scripts/protocol.py --check    say which are out of date, exit 1

Written: firmware_bridge/packets.py, hardware/firmware/core/protocol.h, hardware/protocol_vectors.json, docs/PROTOCOL.md.
"""

from __future__ import annotations

import binascii
import json
import re
import struct
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[1]
SOURCE = "hardware/protocol.yaml"
INTEGERS = {"u8": ("B", 1), "u16": ("H", 2), "u32": ("I", 4)}


@dataclass(frozen=True)
class Field:
    """One field of a message: its name, wire code (struct letter), size in bytes, enum name or none."""

    name: str
    code: str
    size: int
    enum: str | None
    kind: str
    doc: str


@dataclass(frozen=True)
class Message:
    """One message of the protocol."""

    name: str
    id: int
    doc: str
    reply: str | None
    fields: tuple[Field, ...]

    @property
    def layout(self) -> str:
        return "<" + "".join(field.code for field in self.fields)

    @property
    def size(self) -> int:
        return sum(field.size for field in self.fields)

    @property
    def from_device(self) -> bool:
        return self.id >= 0x80


@dataclass(frozen=True)
class Protocol:
    """The protocol file, read and checked."""

    version: int
    limits: dict[str, dict[str, Any]]
    enums: dict[str, dict[str, Any]]
    messages: tuple[Message, ...]

    @property
    def schema_hash(self) -> int:
        """CRC-16 over everything that changes bytes or behaviour, wording left out."""
        parts = [f"v{self.version}"]
        parts += [f"{name}={limit['value']}" for name, limit in self.limits.items()]
        for name, enum in self.enums.items():
            parts += [f"{name}.{key}={value['value']}" for key, value in enum["values"].items()]
        for message in self.messages:
            fields = ",".join(f"{field.name}:{field.kind}" for field in message.fields)
            parts.append(f"{message.name}#{message.id}>{message.reply}({fields})")
        return binascii.crc_hqx(";".join(parts).encode(), 0xFFFF)


def read_field(name: str, data: dict[str, Any], enums: dict[str, Any]) -> Field:
    kind = data["type"]
    if kind in INTEGERS:
        code, size = INTEGERS[kind]
        return Field(name, code, size, None, kind, data["doc"])
    if kind in enums:
        return Field(name, "B", 1, kind, kind, data["doc"])
    if match := re.fullmatch(r"bytes\[(\d+)\]", kind):
        return Field(name, f"{match[1]}s", int(match[1]), None, kind, data["doc"])
    raise ValueError(f"{SOURCE}: field {name}: not a type: {kind!r}")


def read_protocol(path: Path) -> Protocol:
    data = yaml.safe_load(path.read_text())
    messages = tuple(
        Message(
            name,
            entry["id"],
            entry["doc"],
            entry.get("reply"),
            tuple(read_field(key, value, data["enums"]) for key, value in entry["fields"].items()),
        )
        for name, entry in data["messages"].items()
    )
    ids = [message.id for message in messages]
    if len(set(ids)) != len(ids):
        raise ValueError(f"{SOURCE}: two messages share an id")
    return Protocol(data["version"], data["limits"], data["enums"], messages)


def python_enum(name: str, enum: dict[str, Any]) -> Iterator[str]:
    yield f"class {name}(IntEnum):"
    yield f'    """{enum["doc"]}"""'
    yield ""
    for key, value in enum["values"].items():
        yield f"    {key} = {value['value']}"
        yield f'    """{value["doc"]}"""'
    yield ""
    yield ""


def python_message(message: Message) -> Iterator[str]:
    yield "@dataclass(frozen=True, slots=True)"
    yield f"class {message.name}:"
    yield f'    """{message.doc}"""'
    yield ""
    yield f"    TYPE: ClassVar[int] = 0x{message.id:02X}"
    yield f'    LAYOUT: ClassVar[Struct] = Struct("{message.layout}")'
    yield ""
    for field in message.fields:
        kind = field.enum or ("bytes" if field.code.endswith("s") else "int")
        yield f"    {field.name}: {kind}"
        yield f'    """{field.doc}"""'
    yield ""
    yield "    def encode(self) -> bytes:"
    yield '        """Return the payload."""'
    yield f"        return self.LAYOUT.pack({', '.join(f'self.{field.name}' for field in message.fields)})"
    yield ""
    yield "    @classmethod"
    yield f"    def decode(cls, payload: bytes) -> {message.name}:"
    yield '        """Read the payload.'
    yield ""
    yield "        :raises BadPacket: wrong length or an unknown enum value"
    yield '        """'
    yield "        values = _unpack(cls.LAYOUT, payload)"
    if not message.fields:
        yield "        return cls(*values)"
    else:
        arguments = [
            f"_member({field.enum}, values[{index}])" if field.enum else f"values[{index}]"
            for index, field in enumerate(message.fields)
        ]
        yield f"        return cls({', '.join(arguments)})"
    yield ""
    yield ""


PYTHON_HEAD = '''"""The messages of the serial protocol. Made by scripts/protocol.py from hardware/protocol.yaml: do not edit."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from struct import Struct
from typing import Any, ClassVar, TypeVar

from firmware_bridge.errors import BadPacket
'''

PYTHON_TAIL = '''
_E = TypeVar("_E", bound=IntEnum)


def _unpack(layout: Struct, payload: bytes) -> tuple[Any, ...]:
    if len(payload) != layout.size:
        raise BadPacket(f"payload of {len(payload)} bytes, expected {layout.size}", payload)
    return layout.unpack(payload)


def _member(enum: type[_E], value: int) -> _E:
    try:
        return enum(value)
    except ValueError:
        raise BadPacket(f"not a {enum.__name__}: {value}", bytes([value])) from None


def decode_message(message_type: int, payload: bytes) -> Message:
    """Read the payload of a message of *message_type*.

    :raises BadPacket: unknown type, wrong length or an unknown enum value
    """
    kind = MESSAGES.get(message_type)
    if kind is None:
        raise BadPacket(f"no such message type: 0x{message_type:02X}", payload)
    return kind.decode(payload)
'''


def python_module(protocol: Protocol) -> str:
    lines = [
        PYTHON_HEAD,
        f"PROTOCOL_VERSION = {protocol.version}",
        f"SCHEMA_HASH = 0x{protocol.schema_hash:04X}",
    ]
    for name, limit in protocol.limits.items():
        lines += [f"{name.upper()} = {limit['value']}", f'"""{limit["doc"]}"""']
    lines += ["", ""]
    for name, enum in protocol.enums.items():
        lines += python_enum(name, enum)
    for message in protocol.messages:
        lines += python_message(message)
    host = [message.name for message in protocol.messages if not message.from_device]
    device = [message.name for message in protocol.messages if message.from_device]
    lines += [f"HostMessage = {' | '.join(host)}", f"DeviceMessage = {' | '.join(device)}"]
    lines += ["Message = HostMessage | DeviceMessage", ""]
    lines += [
        "MESSAGES: dict[int, type[Message]] = {",
        *(f"    {m.name}.TYPE: {m.name}," for m in protocol.messages),
        "}",
    ]
    lines += [PYTHON_TAIL]
    return ruff_format("\n".join(lines))


def ruff_format(text: str) -> str:
    command = [sys.executable, "-m", "ruff", "format", "--stdin-filename", "firmware_bridge/packets.py", "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True, cwd=ROOT).stdout


def snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def c_message(message: Message) -> Iterator[str]:
    name = snake(message.name)
    yield f"/* {message.doc} */"
    yield f"#define DT_{name.upper()} 0x{message.id:02X}u"
    yield f"#define DT_{name.upper()}_SIZE {message.size}u"
    if not message.fields:
        yield ""
        return
    yield f"struct dt_{name} {{"
    for field in message.fields:
        kind, array = (
            ("uint8_t", f"[{field.size}]") if field.code.endswith("s") else (f"uint{field.size * 8}_t", "")
        )
        yield f"    {kind} {field.name}{array}; /* {field.doc} */"
    yield "};"
    yield from c_function(message, name, packing=message.from_device)
    yield ""


def c_function(message: Message, name: str, *, packing: bool) -> Iterator[str]:
    """The device packs what it sends and unpacks what it is sent; the other halves would be dead code."""
    if packing:
        yield f"static inline void dt_pack_{name}(uint8_t *p, const struct dt_{name} *m)"
    else:
        yield f"static inline void dt_unpack_{name}(const uint8_t *p, struct dt_{name} *m)"
    yield "{"
    offset = 0
    for field in message.fields:
        if field.code.endswith("s"):
            ends = (f"p + {offset}", f"m->{field.name}") if packing else (f"m->{field.name}", f"p + {offset}")
            yield f"    memcpy({ends[0]}, {ends[1]}, {field.size});"
        elif packing:
            yield f"    dt_put{field.size * 8}(p + {offset}, m->{field.name});"
        else:
            yield f"    m->{field.name} = dt_get{field.size * 8}(p + {offset});"
        offset += field.size
    yield "}"


C_HEAD = """/* The messages of the serial protocol. Made by scripts/protocol.py from hardware/protocol.yaml: do not edit. */
#ifndef DT_PROTOCOL_H
#define DT_PROTOCOL_H
#include <stdint.h>
#include <string.h>
"""

C_NUMBERS = """
static inline void dt_put8(uint8_t *p, uint8_t v) { p[0] = v; }
static inline void dt_put16(uint8_t *p, uint16_t v) { p[0] = (uint8_t)v; p[1] = (uint8_t)(v >> 8); }
static inline void dt_put32(uint8_t *p, uint32_t v) { dt_put16(p, (uint16_t)v); dt_put16(p + 2, (uint16_t)(v >> 16)); }
static inline uint8_t dt_get8(const uint8_t *p) { return p[0]; }
static inline uint16_t dt_get16(const uint8_t *p) { return (uint16_t)(p[0] | (uint16_t)p[1] << 8); }
static inline uint32_t dt_get32(const uint8_t *p) { return dt_get16(p) | (uint32_t)dt_get16(p + 2) << 16; }
"""


def c_header(protocol: Protocol) -> str:
    lines = [
        C_HEAD,
        f"#define DT_PROTOCOL_VERSION {protocol.version}u",
        f"#define DT_SCHEMA_HASH 0x{protocol.schema_hash:04X}u",
    ]
    lines += [
        f"#define DT_{name.upper()} {limit['value']}u /* {limit['doc']} */"
        for name, limit in protocol.limits.items()
    ]
    for name, enum in protocol.enums.items():
        lines += ["", f"/* {enum['doc']} */"]
        prefix = f"DT_{snake(name).upper()}"
        lines += [
            f"#define {prefix}_{key} {value['value']}u /* {value['doc']} */"
            for key, value in enum["values"].items()
        ]
    lines.append(C_NUMBERS)
    for message in protocol.messages:
        lines += c_message(message)
    return "\n".join(lines) + "\n#endif\n"


def stuff(data: bytes) -> bytes:
    """COBS, written out here so that the vectors do not depend on the library under test."""
    out = bytearray()
    for block in data.split(b"\0"):
        while len(block) >= 254:
            out += b"\xff" + block[:254]
            block = block[254:]
        out += bytes([len(block) + 1]) + block
    return bytes(out)


def wire_bytes(version: int, message: Message, boot_id: int, seq: int, values: list[int | bytes]) -> bytes:
    body = struct.pack("<BBHB", version << 4, message.id, boot_id, seq) + struct.pack(message.layout, *values)
    return b"\0" + stuff(body + struct.pack("<H", binascii.crc_hqx(body, 0xFFFF))) + b"\0"


def sample_values(protocol: Protocol, message: Message, pattern: int) -> list[int | bytes]:
    """Values for a vector: all zero, all ones, or a mixture without and with zero bytes, by *pattern* 0-2."""
    values: list[int | bytes] = []
    for index, field in enumerate(message.fields):
        if field.enum:
            members = [value["value"] for value in protocol.enums[field.enum]["values"].values()]
            values.append(members[(0, -1, index % len(members))[pattern]])
        elif field.code.endswith("s"):
            values.append((bytes(field.size), b"\xff" * field.size, bytes(range(field.size)))[pattern])
        else:
            values.append((0, 256**field.size - 1, 0x12005634 >> (8 * (4 - field.size)))[pattern])
    return values


def vectors(protocol: Protocol) -> str:
    good = []
    for message in protocol.messages:
        for pattern, (boot_id, seq) in enumerate(((0, 0), (0xFFFF, 0xFF), (0x0102, 7))):
            values = sample_values(protocol, message, pattern)
            named = zip(message.fields, values, strict=True)
            fields = {f.name: v.hex() if isinstance(v, bytes) else v for f, v in named}
            wire = wire_bytes(protocol.version, message, boot_id, seq, values).hex()
            good.append(
                {"message": message.name, "boot_id": boot_id, "seq": seq, "fields": fields, "wire": wire}
            )
    ping = wire_bytes(protocol.version, next(m for m in protocol.messages if m.name == "Ping"), 0x0102, 7, [])
    flipped = bytearray(ping)
    flipped[3] ^= 0x10
    other = wire_bytes(
        protocol.version + 1, next(m for m in protocol.messages if m.name == "Ping"), 0x0102, 7, []
    )
    bad = [
        {"why": "one bit flipped", "wire": flipped.hex()},
        {"why": "cut short", "wire": (ping[:-3] + b"\0").hex()},
        {"why": "code byte past the end", "wire": "000901020300"},
        {"why": "too short for a header", "wire": "0003010200"},
        {"why": "longer than any packet", "wire": (b"\0" + stuff(b"\x55" * 80) + b"\0").hex()},
        {"why": "another protocol version", "wire": other.hex()},
        {"why": "a modem probe", "wire": b"AT\r\0".hex()},
    ]
    data = {"crc_of_123456789": "29b1", "schema": f"{protocol.schema_hash:04x}", "good": good, "bad": bad}
    return json.dumps(data, indent=1) + "\n"


DOC_HEAD = """<!-- Made by scripts/protocol.py from hardware/protocol.yaml: do not edit. -->
# The serial protocol

Version {version}, schema {schema:04X}. The source is `hardware/protocol.yaml`; `firmware_bridge/packets.py` and the firmware's
`protocol.h` are made from it, and both are tested against `hardware/protocol_vectors.json`.

## A packet

    00 | COBS( version<<4 | type | boot_id u16 | seq u8 | payload | crc u16 ) | 00

Numbers are little-endian. The check is CRC-16/IBM-3740 (start FFFF, polynomial 1021; 29B1 for "123456789") over everything before it.
Types from 80 up come from the device, so an echoed packet is recognised. Zero never occurs inside, so after any damage the next
zero is a fresh start; empty packets mean nothing. `boot_id` is the low half of the device's start counter: a packet from before a
restart is never taken for one after it. The host sends 0 until HELLO has told it. `seq` is chosen by the host; a reply repeats it.
Events carry `seq` 0. HELLO's layout never changes, and a device takes a HELLO of any version: the version of its answer tells
a computer that speaks another one what it has met.

## The rules

- **One request at a time.** No reply: the host sends the same packet again. Every request may be repeated without harm.
- **A command id is used once.** The caller takes it from its durable log *before* sending. The device remembers the last eight and
  writes STARTED to its EEPROM before a motor turns and DONE after the card has left. The same id again gets the same answer
  and never a second movement. After a reset a command without DONE is IN_DOUBT: the device latches that fault and moves
  nothing until a person has looked and CLEAR_FAULT names it.
- **Events are numbered and kept until acknowledged.** When the ring is full the newest are dropped and an EVENTS_LOST event says how
  many, in their place. The host takes them in order only and drops repeats by (boot, number).
- **Outputs are absolute.** Setting them twice is setting them once.
- **Silence ends the session** (see `session_timeout_ms`), and only HELLO begins one.
"""


def document(protocol: Protocol) -> str:
    lines = [DOC_HEAD.format(version=protocol.version, schema=protocol.schema_hash), "## Messages", ""]
    for message in protocol.messages:
        way = "device to host" if message.from_device else "host to device"
        reply = f", answered by {message.reply}" if message.reply else ""
        lines += [
            f"### {message.id:02X} {message.name}",
            "",
            f"{message.doc} ({way}, {message.size} bytes{reply})",
            "",
        ]
        if message.fields:
            lines += ["| at | field | type | meaning |", "|---|---|---|---|"]
            offset = 0
            for field in message.fields:
                lines.append(f"| {offset} | `{field.name}` | {field.kind} | {field.doc} |")
                offset += field.size
            lines.append("")
    lines += ["## Values", ""]
    for name, enum in protocol.enums.items():
        lines += [f"### {name}", "", enum["doc"], "", "| value | name | meaning |", "|---|---|---|"]
        lines += [f"| {value['value']} | {key} | {value['doc']} |" for key, value in enum["values"].items()]
        lines.append("")
    lines += ["## Limits", "", "| name | value | meaning |", "|---|---|---|"]
    lines += [f"| `{name}` | {limit['value']} | {limit['doc']} |" for name, limit in protocol.limits.items()]
    return "\n".join(lines) + "\n"


def generated(protocol: Protocol) -> dict[str, str]:
    """Every generated file: path below the checkout and its text."""
    return {
        "firmware_bridge/packets.py": python_module(protocol),
        "hardware/firmware/core/protocol.h": c_header(protocol),
        "hardware/protocol_vectors.json": vectors(protocol),
        "docs/PROTOCOL.md": document(protocol),
    }


def main(arguments: list[str]) -> int:
    if arguments not in ([], ["--check"]):
        print(__doc__, file=sys.stderr)
        return 2
    files = generated(read_protocol(ROOT / SOURCE))
    stale = [p for p, text in files.items() if not (ROOT / p).exists() or (ROOT / p).read_text() != text]
    if arguments:
        for path in stale:
            print(f"{path} is out of date with {SOURCE}: run python scripts/protocol.py")
        return 1 if stale else 0
    for path in stale:
        (ROOT / path).parent.mkdir(parents=True, exist_ok=True)
        (ROOT / path).write_text(files[path])
        print(f"wrote {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
