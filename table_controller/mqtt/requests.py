"""Requests that come in over MQTT, and their answers. All of them only read."""

from collections import OrderedDict
from collections.abc import Callable
from datetime import datetime
from typing import Final

from table_controller.wire.envelope import Request, RequestError, Response, decode
from table_controller.wire.models import PublicState
from table_controller.wire.replay import ReplayBuffer

VERBS: Final = ("replay", "snapshot")
REMEMBERED: Final = 1000
REPLAY_LIMIT: Final = 200
"""Events in one answer: at some 150 bytes each well below what a message may have."""


class RequestDesk:
    """Answers the verbs ``snapshot`` and ``replay``; the same id again gets the same answer again."""

    def __init__(self, view_state: Callable[[], PublicState | None], told: ReplayBuffer) -> None:
        self._view_state = view_state
        self._told = told
        self._answered: OrderedDict[str, tuple[str, Response]] = OrderedDict()

    def answer(
        self, verb: str, payload: bytes, retained: bool, seq: int, now: datetime
    ) -> tuple[str, Response] | None:
        """Return the client to answer and the answer; None where nobody can be answered."""
        try:
            request = decode(payload).data
        except ValueError:
            return None
        if not isinstance(request, Request):
            return None
        known = self._answered.get(request.id)
        if known is not None:
            return known
        answer = (request.reply_to, self._decide(verb, request, retained, seq, now))
        self._answered[request.id] = answer
        if len(self._answered) > REMEMBERED:
            self._answered.popitem(last=False)
        return answer

    def _decide(self, verb: str, request: Request, retained: bool, seq: int, now: datetime) -> Response:
        error = _refusal(verb, request, retained, seq, now)
        if error is not None:
            return _response(request, seq, error=error)
        if verb == "snapshot":
            return _response(request, seq, state=self._view_state())
        after = request.args.get("after", 0)
        if not isinstance(after, int) or isinstance(after, bool) or after < 0:
            message = f"replay: after must be the seq of the last event you have, not {after!r}"
            return _response(request, seq, error=RequestError(code="bad_request", message=message))
        events, more = self._told.after(after, REPLAY_LIMIT)
        return _response(request, seq).model_copy(
            update={"events": events, "more": more, "first_seq": self._told.first_seq}
        )


def _refusal(verb: str, request: Request, retained: bool, seq: int, now: datetime) -> RequestError | None:
    if retained:
        return RequestError(code="retained", message="a request must not be retained")
    if request.expires_at <= now:
        return RequestError(code="expired", message="the request has expired; are the clocks alike?")
    if verb not in VERBS:
        return RequestError(code="unknown_verb", message=f"no such verb: {verb}; known: {', '.join(VERBS)}")
    if request.expected_seq is not None and request.expected_seq != seq:
        message = f"the table has gone on: its seq is {seq}, not {request.expected_seq}"
        return RequestError(code="wrong_seq", message=message)
    return None


def _response(
    request: Request, seq: int, error: RequestError | None = None, state: PublicState | None = None
) -> Response:
    return Response(
        id=request.id,
        correlation_id=request.correlation_id,
        status="ok" if error is None else "refused",
        error=error,
        applied_seq=seq,
        state=state,
    )
