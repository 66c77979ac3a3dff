"""A server with one fault, to show that a client's tests can fail: it stands between client and server.

    tamper.py FAULT SERVER [ARGUMENT]…
"""

import json
import os
import subprocess
import sys
import threading


def without_findings(message):
    """Findings are lost on the way."""
    if message.get("method") == "textDocument/publishDiagnostics":
        return None
    if isinstance(message.get("result"), dict) and "items" in message["result"]:
        message["result"]["items"] = []
    return message


def one_column_off(message):
    """Every place is one column too far to the right."""
    left = [message]
    while left:
        value = left.pop()
        if isinstance(value, dict):
            if isinstance(value.get("character"), int):
                value["character"] += 1
            left += value.values()
        elif isinstance(value, list):
            left += value
    return message


def without_edits(message):
    """Actions come without what they would change."""
    for action in message["result"] if isinstance(message.get("result"), list) else []:
        if isinstance(action, dict):
            action.pop("edit", None)
    return message


def never_cleared(message):
    """What was found is shown for ever."""
    params = message.get("params") or {}
    if message.get("method") == "textDocument/publishDiagnostics" and not params["diagnostics"]:
        return None
    return message


def crashing(message):
    """Its exit code is another one."""
    return message


FAULTS = [without_findings, one_column_off, without_edits, never_cleared, crashing]


def main(fault, command):
    server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def forward():
        while chunk := sys.stdin.buffer.read1(65536):
            server.stdin.write(chunk)
            server.stdin.flush()
        server.stdin.close()

    threading.Thread(target=forward, daemon=True).start()
    while True:
        length = 0
        while (line := server.stdout.readline()).strip():
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        if not length:
            break
        message = fault(json.loads(server.stdout.read(length)))
        if message is not None:
            body = json.dumps(message).encode()
            sys.stdout.buffer.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
            sys.stdout.buffer.flush()
    sys.stdout.buffer.flush()
    code = server.wait()
    return 101 if fault is crashing else code


if __name__ == "__main__":
    # The thread may hold the input, which an orderly end would wait for.
    os._exit(main(globals()[sys.argv[1]], sys.argv[2:]))
