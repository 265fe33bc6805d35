"""A bad cable: bytes that are flipped, dropped or inserted, the same way every time for a given seed."""

from random import Random


class Corruption:
    """Damages a fraction *rate* of the bytes that pass."""

    def __init__(self, rate: float, seed: int) -> None:
        self.rate = rate
        self.damaged = 0
        self._random = Random(seed)

    def apply(self, data: bytes) -> bytes:
        """Return *data* as it arrives at the other end."""
        if self.rate <= 0:
            return data
        out = bytearray()
        for byte in data:
            out += bytes([byte]) if self._random.random() >= self.rate else self._damage(byte)
        return bytes(out)

    def _damage(self, byte: int) -> bytes:
        self.damaged += 1
        kind = self._random.randrange(3)
        if kind == 0:
            return bytes([byte ^ (1 << self._random.randrange(8))])
        return b"" if kind == 1 else bytes([byte, self._random.randrange(256)])
