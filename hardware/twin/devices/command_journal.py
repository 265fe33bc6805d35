"""What a device remembers of commands: the last eight, across restarts, as the firmware's EEPROM does."""

from dataclasses import replace

from firmware_bridge.packets import CommandState, CommandStatus, Result

REMEMBERED = 8


class CommandJournal:
    """Survives a restart: kept by the model as the EEPROM is by the board."""

    def __init__(self) -> None:
        self._known: dict[int, CommandStatus] = {}
        self.last_id = 0

    def find(self, command_id: int) -> CommandStatus | None:
        """Return what is known of *command_id*; a forgotten one is rejected as stale, a new one is none."""
        if command_id in self._known:
            return self._known[command_id]
        if command_id <= self.last_id:
            return rejected(command_id, Result.STALE_ID)
        return None

    def begin(self, command_id: int) -> CommandStatus:
        """Write down that *command_id* begins. Before anything moves."""
        self.last_id = command_id
        return self._write(CommandStatus(command_id, CommandState.STARTED, Result.OK, 0, 0))

    def end(self, command_id: int, result: Result, cards: int, count: int) -> CommandStatus:
        """Write down how *command_id* ended."""
        return self._write(CommandStatus(command_id, CommandState.DONE, result, cards, count))

    def restart(self) -> bool:
        """After a restart: a command begun and not ended is in doubt. Return whether the newest one is."""
        for command_id, status in self._known.items():
            if status.state is CommandState.STARTED:
                self._known[command_id] = replace(status, state=CommandState.IN_DOUBT)
        newest = self._known.get(self.last_id)
        return newest is not None and newest.state is CommandState.IN_DOUBT

    def _write(self, status: CommandStatus) -> CommandStatus:
        self._known[status.command_id] = status
        while len(self._known) > REMEMBERED:
            del self._known[min(self._known)]
        return status


def rejected(command_id: int, result: Result) -> CommandStatus:
    """The answer to a command that is not begun."""
    return CommandStatus(command_id, CommandState.REJECTED, result, 0, 0)
