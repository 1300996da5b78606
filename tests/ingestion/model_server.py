"""A real HTTP server on 127.0.0.1 that speaks the chat completions protocol and misbehaves as a test wishes."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Answer = str | int | Callable[[dict[str, Any]], "str | int"]


class ModelServer(ThreadingHTTPServer):
    """``answer`` gets the question (the user message as JSON) and gives the reply text, or an HTTP status to fail with."""

    daemon_threads = True

    def __init__(self, answer: Answer) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answer = answer
        self.questions: list[dict[str, Any]] = []
        self.systems: list[str] = []
        self.keys: list[str] = []
        self.running = 0
        self.most_running = 0
        self.lock = threading.Lock()
        self.release = threading.Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hangs up is part of the tests."""


class _Handler(BaseHTTPRequestHandler):
    server: ModelServer

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        question = json.loads(body["messages"][1]["content"])
        with self.server.lock:
            self.server.questions.append(question)
            self.server.systems.append(body["messages"][0]["content"])
            self.server.keys.append(self.headers.get("Authorization", ""))
            self.server.running += 1
            self.server.most_running = max(self.server.most_running, self.server.running)
        try:
            answer = self.server.answer
            reply = answer(question | {"_body": body}) if callable(answer) else answer
        finally:
            with self.server.lock:
                self.server.running -= 1
        if isinstance(reply, int):
            self._send(reply, {"error": {"message": f"no, {self.headers.get('Authorization', '')}"}})
        else:
            self._send(
                200, {"id": "x", "object": "chat.completion", "created": 0, "model": "test", "choices": [_choice(reply)]}
            )

    def _send(self, status: int, data: dict[str, Any]) -> None:
        payload = json.dumps(data).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(payload)))
        self.send_header("retry-after-ms", "1")
        self.end_headers()
        self.wfile.write(payload)

    def log_message(self, *args: object) -> None:
        """Silent."""


def _choice(text: str) -> dict[str, Any]:
    return {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}


@contextmanager
def model_server(answer: Answer) -> Iterator[ModelServer]:
    """A running server; it is shut down, and waiting answers released, at the end."""
    server = ModelServer(answer)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.release.set()
        server.shutdown()
        server.server_close()
        thread.join()


def good_answer(question: dict[str, Any]) -> str:
    """What a well-behaved model says to any of the three kinds of questions."""
    if "extract" in question:
        return json.dumps({"overview_summary": f"About {question['title']}."})
    if "sections" in question:
        lines = [{"section_id": s["section_id"], "summary": f"Says {s['title']}."} for s in question["sections"]]
        return json.dumps({"section_summaries": lines})
    tables = [{"table_id": t["table_id"], "summary": f"Shows {t['title']}."} for t in question["tables"]]
    return json.dumps({"table_summaries": tables, "table_summary": "Figures."})
