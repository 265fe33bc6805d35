"""What came of scenarios: as text for people, as JSON for programs."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from table_controller.codec import encode
from table_controller.events import AlertRaised
from table_controller.scenario.errors import ScenarioError
from table_controller.scenario.run import CheckResult, Run
from table_controller.table.pots import layers

GOOD, FAILED, UNREADABLE = 0, 1, 2


@dataclass(frozen=True, slots=True)
class FileReport:
    """One file: the run, or why it could not be played."""

    file: str
    run: Run | None
    error: ScenarioError | None = None

    @property
    def failures(self) -> tuple[CheckResult, ...]:
        return tuple(result for result in self.run.checks if not result.ok) if self.run else ()

    @property
    def exit_code(self) -> int:
        """0 when all checks hold, 1 when one does not, 2 when the file could not be played."""
        if self.run is None:
            return UNREADABLE
        return FAILED if self.failures else GOOD


def text_of(reports: Iterable[FileReport]) -> Iterator[str]:
    """Yield the lines for a person: each file that was played, and every check of it that does not hold."""
    for report in reports:
        if report.run is not None:
            count, failed = len(report.run.checks), len(report.failures)
            held = (
                f"{failed} of {count} checks do not hold"
                if failed
                else f"{count} checks hold"
                if count
                else "nothing is checked"
            )
            yield f"{'FAILED' if failed else 'ok'}  {report.file}: {held}"
            yield from _failures(report, report.run)


def _failures(report: FileReport, run: Run) -> Iterator[str]:
    """Yield every check that does not hold, and above it what was refused before it though no check says so."""
    waiting = [refusal for refusal in run.refusals if refusal.line not in run.meant]
    for result in report.failures:
        while waiting and waiting[0].line <= result.line:
            refusal = waiting.pop(0)
            where = f"line {refusal.line}" if refusal.line else "the deal"
            yield f"    {report.file}: {where} was refused ({' '.join(refusal.rules)}): {refusal.text}"
        yield f"    {report.file}: line {result.line}: expected {result.expected}; found {result.found}"


def json_of(report: FileReport) -> dict[str, object]:
    """Return the report as the data `drawtable scenario --json` prints."""
    if report.run is None:
        error = report.error
        where = {"line": error.line, "column": error.column, "reason": error.reason} if error else {}
        return {"file": report.file, "ok": False, "error": where, **_played(None)}
    return {"file": report.file, "ok": not report.failures, **_played(report.run)}


def _played(run: Run | None) -> dict[str, object]:
    if run is None:
        return {"checks": [], "events": [], "refusals": [], "alerts": [], "stacks": {}, "pots": []}
    return {
        "checks": [
            {"line": result.line, "ok": result.ok, "expected": result.expected, "found": result.found}
            for result in run.checks
        ],
        "events": [{"line": line, **encode(event)} for line, event in run.events],
        "refusals": [
            {"line": refusal.line, "rules": list(refusal.rules), "text": refusal.text}
            for refusal in run.refusals
        ],
        "alerts": [
            {"name": alert.name, "cards": [card.text for card in alert.cards], "to": _to(alert)}
            for alert in run.alerts
        ],
        "stacks": {str(seat.number): seat.stack for seat in run.table.seats},
        "pots": [{"amount": pot.chips, "seats": sorted(pot.seats)} for pot in layers(run.table)],
    }


def _to(alert: AlertRaised) -> list[str]:
    return [f"seat {alert.seat}" if who == "seat" else who for who in alert.to]
