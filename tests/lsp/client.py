"""A language client of a few lines over any pair of streams, for the tests that need a real process."""
import json
import subprocess
import threading


class Client:
    def __init__(self, command, **options):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)
        self.reader, self.writer = self.process.stdout, self.process.stdin
        self.errors = b""
        self.ids, self.messages = 0, []
        self.listener = threading.Thread(target=self._keep_errors, daemon=True)
        self.listener.start()

    def _keep_errors(self):
        self.errors = self.process.stderr.read()

    def raw(self, data):
        self.writer.write(data)
        self.writer.flush()

    def send(self, method, params=None, id=None):
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        if id is not None:
            message["id"] = id
        body = json.dumps(message).encode()
        self.raw(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    def receive(self):
        length = None
        while True:
            line = self.reader.readline()
            if line == b"":
                return None
            if line == b"\r\n":
                break
            name, value = line.split(b":")
            if name == b"Content-Length":
                length = int(value)
        return json.loads(self.reader.read(length))

    def until(self, wanted):
        """The first message that `wanted` accepts; others are kept in order."""
        for i, message in enumerate(self.messages):
            if wanted(message):
                return self.messages.pop(i)
        while True:
            message = self.receive()
            if message is None:
                raise EOFError("the server closed the connection")
            if wanted(message):
                return message
            self.messages.append(message)

    def request(self, method, params=None):
        self.ids += 1
        id = self.ids
        self.send(method, params, id)
        answer = self.until(lambda m: m.get("id") == id and "method" not in m)
        return answer.get("result", answer.get("error"))

    def notification(self, method):
        return self.until(lambda m: m.get("method") == method)["params"]

    def start(self, process=None, capabilities={}, **more):
        answer = self.request("initialize", {"processId": process, "rootUri": None, "capabilities": capabilities, **more})
        self.send("initialized", {})
        return answer

    def open(self, text, uri="file:///nowhere/k.mlir", version=1):
        self.send("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "mlir", "version": version, "text": text}})

    def end(self):
        """Nothing more is sent. Its status; then `errors` holds all that it has said on standard error."""
        try:
            self.writer.close()
        except OSError:
            pass
        self.reader.read()
        self.reader.close()
        self.listener.join()
        return self.process.wait()

    def stop(self):
        self.request("shutdown")
        self.send("exit")
        return self.process.wait(600)
