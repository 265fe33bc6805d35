"""What is answered to a request that is not what was asked for."""

import json

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError


def refuse_in_words(app: FastAPI) -> None:
    """Answer 422 with where and why, and nothing of what was sent: it may hold a token, or what no JSON can say again
    (NaN, half a letter)."""

    @app.exception_handler(RequestValidationError)
    async def refused(request: Request, error: RequestValidationError) -> Response:
        told = [{"loc": one["loc"], "msg": one["msg"], "type": one["type"]} for one in error.errors()]
        return Response(json.dumps({"detail": told}), 422, media_type="application/json")
