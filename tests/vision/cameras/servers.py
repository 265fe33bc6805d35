"""Cameras on the network, small but real: RTSP with JPEG over RTP in its TCP connection (RFC 2326, 2435), and MJPEG over HTTP."""

import base64
import contextlib
import socket
import struct
import threading
import time
from collections.abc import Callable
from itertools import count

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = Callable[[], NDArray[np.uint8]]

FRAME_S = 0.05
CLOCK_HZ = 90_000
PAYLOAD_BYTES = 1200
BOUNDARY = b"frame"


class Served:
    """Listens on a port of its own; *ends* closes every connection, *begins* listens there again."""

    scheme = ""

    def __init__(self, picture: Picture, login: str = "") -> None:
        self.picture = picture
        self.login = login
        self.answers = True
        """Whether pictures go out; without it the connections stay open and silent."""
        self._port = 0
        self._open: list[socket.socket] = []
        self.begins()

    @property
    def address(self) -> str:
        login = f"{self.login}@" if self.login else ""
        return f"{self.scheme}://{login}127.0.0.1:{self._port}/1"

    def begins(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", self._port), reuse_port=True)
        self._port = self._listener.getsockname()[1]
        self._on = True
        threading.Thread(target=self._accept, args=(self._listener,), daemon=True).start()

    def ends(self) -> None:
        self._on = False
        for one in (self._listener, *self._open):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()
        self._open.clear()

    def _accept(self, listener: socket.socket) -> None:
        while True:
            try:
                line = listener.accept()[0]
            except OSError:
                return
            self._open.append(line)
            threading.Thread(target=self._guarded, args=(line,), daemon=True).start()

    def _guarded(self, line: socket.socket) -> None:
        try:
            self.serve(line)
        except OSError:
            return
        finally:
            line.close()

    def serve(self, line: socket.socket) -> None:
        raise NotImplementedError

    def known(self, request: str) -> bool:
        token = base64.b64encode(self.login.encode()).decode()
        return not self.login or f"Basic {token}" in request

    def jpeg(self) -> bytes:
        while not self.answers and self._on:
            time.sleep(FRAME_S)
        time.sleep(FRAME_S)
        return cv2.imencode(".jpg", self.picture())[1].tobytes()


def request_of(line: socket.socket) -> str:
    text = b""
    while not text.endswith(b"\r\n\r\n"):
        more = line.recv(1)
        if not more:
            raise OSError("gone")
        text += more
    return text.decode()


class HttpCamera(Served):
    """multipart/x-mixed-replace, as webcams and phones give it."""

    scheme = "http"

    def serve(self, line: socket.socket) -> None:
        if not self.known(request_of(line)):
            line.sendall(b'HTTP/1.0 401 No\r\nWWW-Authenticate: Basic realm="c"\r\nContent-Length: 0\r\n\r\n')
            return
        kind = b"multipart/x-mixed-replace; boundary=" + BOUNDARY
        line.sendall(b"HTTP/1.0 200 OK\r\nContent-Type: " + kind + b"\r\n\r\n")
        while True:
            data = self.jpeg()
            head = f"Content-Type: image/jpeg\r\nContent-Length: {len(data)}\r\n\r\n".encode()
            line.sendall(b"--" + BOUNDARY + b"\r\n" + head + data + b"\r\n")


class RtspCamera(Served):
    """As much of an IP camera as a player needs."""

    scheme = "rtsp"

    def serve(self, line: socket.socket) -> None:
        while True:
            request = request_of(line)
            verb = request.split()[0]
            number = (
                next(x for x in request.splitlines() if x.lower().startswith("cseq")).split(":")[1].strip()
            )
            head = f"CSeq: {number}\r\nSession: 1\r\n"
            if verb != "OPTIONS" and not self.known(request):
                line.sendall(f'RTSP/1.0 401 No\r\n{head}WWW-Authenticate: Basic realm="c"\r\n\r\n'.encode())
                continue
            line.sendall(f"RTSP/1.0 200 OK\r\n{head}{self._answer(verb)}".encode())
            if verb == "PLAY":
                self._play(line)

    def _answer(self, verb: str) -> str:
        if verb == "OPTIONS":
            return "Public: OPTIONS, DESCRIBE, SETUP, PLAY, TEARDOWN\r\n\r\n"
        if verb == "SETUP":
            return "Transport: RTP/AVP/TCP;unicast;interleaved=0-1\r\n\r\n"
        if verb != "DESCRIBE":
            return "\r\n"
        lines = ("v=0", "o=- 0 0 IN IP4 127.0.0.1", "s=table", "c=IN IP4 127.0.0.1", "t=0 0",
                 "m=video 0 RTP/AVP 26", "a=control:track1")  # fmt: skip
        sdp = "".join(f"{one}\r\n" for one in lines)
        return f"Content-Base: {self.address}/\r\nContent-Type: application/sdp\r\nContent-Length: {len(sdp)}\r\n\r\n{sdp}"

    def _play(self, line: socket.socket) -> None:
        numbers, began = count(), time.monotonic()
        while True:
            data = self.jpeg()
            at = int((time.monotonic() - began) * CLOCK_HZ)
            for payload, last in rtp_payloads(data):
                head = struct.pack(">BBHII", 0x80, 26 | (0x80 if last else 0), next(numbers) & 0xFFFF, at, 7)
                line.sendall(b"$\0" + struct.pack(">H", len(head) + len(payload)) + head + payload)


def rtp_payloads(jpeg: bytes) -> list[tuple[bytes, bool]]:
    """Return a JPEG of 4:2:0 cut into RTP payloads, each with whether it is the last."""
    tables, size, at = b"", (0, 0), 2
    while jpeg[at + 1] != 0xDA:
        length = struct.unpack_from(">H", jpeg, at + 2)[0]
        segment = jpeg[at + 4 : at + 2 + length]
        if jpeg[at + 1] == 0xDB:
            tables += b"".join(segment[k + 1 : k + 65] for k in range(0, len(segment), 65))
        elif jpeg[at + 1] == 0xC0:
            size = struct.unpack_from(">HH", segment, 1)
        at += 2 + length
    scan = jpeg[at + 2 + struct.unpack_from(">H", jpeg, at + 2)[0] : -2]
    out = []
    for first in range(0, len(scan), PAYLOAD_BYTES):
        head = bytes([0]) + first.to_bytes(3, "big") + bytes([1, 255, size[1] // 8, size[0] // 8])
        head += struct.pack(">BBH", 0, 0, len(tables)) + tables if first == 0 else b""
        out.append((head + scan[first : first + PAYLOAD_BYTES], first + PAYLOAD_BYTES >= len(scan)))
    return out
