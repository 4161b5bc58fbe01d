"""A fault server in raw sockets: it sends what a row says and knows no HTTP beyond the head of a request.

It shares no code with the program or its Lab, and lives in a process of its own that ends with the case.
"""

import json
import os
import re
import socket
import struct
import threading
import time

from program import die_with

_total = 1 << 30  # bytes that an endless answer has at most
_patience = 60  # seconds that a connection lives at most


class Gone(Exception):
    """The client has closed the connection, or its time is over."""


class Request:
    def __init__(self, head):
        lines = head.decode("latin-1").split("\r\n")
        parts = lines[0].split(" ")
        self.method, self.target = parts[0], parts[1] if len(parts) > 1 else ""
        self.path = self.target.partition("?")[0]
        self.query = self.target.partition("?")[2]
        self.headers = {
            name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}


class Connection:
    """One connection; rows send their bytes through it."""

    def __init__(self, peer, port):
        self.peer, self.port = peer, port
        self.address = f"127.0.0.1:{port}"
        self.end = time.monotonic() + _patience

    def send(self, *parts):
        """Sends texts and bytes as they are."""
        try:
            for part in parts:
                self.peer.sendall(part if isinstance(part, (bytes, bytearray, memoryview)) else part.encode("latin-1"))
        except OSError:
            raise Gone
        if time.monotonic() > self.end:
            raise Gone

    def head(self, *headers, status="200 OK"):
        """Sends a status line, these headers and the empty line."""
        self.send(f"HTTP/1.1 {status}\r\n", *(header + "\r\n" for header in headers), "\r\n")

    def answer(self, body, *headers, status="200 OK", kind="image/png"):
        """Sends a whole and right response."""
        self.head(f"Content-Type: {kind}", f"Content-Length: {len(body)}", *headers, status=status)
        self.send(body)

    def endless(self, block, total=_total):
        """Sends a block again and again, until the client goes or `total` bytes were sent."""
        block = block if isinstance(block, bytes) else block.encode("latin-1")
        block *= max(1, (1 << 18) // len(block))
        for _ in range(max(1, total // len(block))):
            self.send(block)

    def drip(self, data, seconds=0.1, count=None):
        """Sends byte after byte with pauses."""
        for index in range(len(data) if count is None else count):
            self.send(bytes([data[index % len(data)]]))
            time.sleep(seconds)

    def wait(self):
        """Sends nothing until the client goes."""
        self.peer.settimeout(max(0.1, self.end - time.monotonic()))
        try:
            while self.peer.recv(65536):
                pass
        except OSError:
            pass
        raise Gone

    def reset(self):
        """Ends the connection by RST."""
        self.peer.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        raise Gone

    def close(self):
        raise Gone


class Server:
    """Listens on a free loopback port until the case ends. Requests are logged, one JSON line each."""

    def __init__(self, reply, log, on_connect=None):
        self.log, self.reply, self.on_connect = log, reply, on_connect
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.port = self.listener.getsockname()[1]
        self.address = f"127.0.0.1:{self.port}"
        self.seen = os.open(log, os.O_CREAT | os.O_APPEND | os.O_WRONLY | os.O_CLOEXEC, 0o600)
        parent, self.pid = os.getpid(), os.fork()
        if self.pid == 0:
            try:
                die_with(parent)
                self.serve()
            finally:
                os._exit(0)
        self.listener.close()

    def url(self, path="/"):
        return f"http://{self.address}{path}"

    def requests(self):
        """The requests so far."""
        with open(self.log, encoding="utf-8") as file:
            return [entry for entry in map(json.loads, file) if entry["port"] == self.port]

    def stop(self):
        os.kill(self.pid, 9)
        os.waitpid(self.pid, 0)

    # MARK: The server's process

    def serve(self):
        while True:
            peer, _ = self.listener.accept()
            threading.Thread(target=self.talk, args=(peer,), daemon=True).start()

    def talk(self, peer):
        connection = Connection(peer, self.port)
        peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        peer.settimeout(_patience)
        try:
            if self.on_connect:
                self.on_connect(connection)
            buffer = b""
            while True:
                while b"\r\n\r\n" not in buffer:
                    data = peer.recv(65536)
                    if not data:
                        return
                    buffer += data
                    if len(buffer) > 1 << 20:
                        return
                head, _, buffer = buffer.partition(b"\r\n\r\n")
                request = Request(head)
                entry = {"port": self.port, "method": request.method, "target": request.target, "headers": request.headers}
                os.write(self.seen, json.dumps(entry).encode() + b"\n")
                # An answer without a length ends with its connection.
                if not self.reply(connection, request):
                    return
        except (Gone, OSError):
            pass
        finally:
            peer.close()


def number_in(text, otherwise=0):
    """The first number in a path, which rows use to tell their documents apart."""
    found = re.search(r"\d+", text)
    return int(found.group()) if found else otherwise
