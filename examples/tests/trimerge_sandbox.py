"""A Trimerge sandbox for a test run. Needs only Python 3.9 and the command trimerge."""
import base64
import json
import os
import shlex
import subprocess
import urllib.error
import urllib.request


class Sandbox:
    """One world, which ends with this process. Parallel test processes each start their own. With
    TRIMERGE_URL, it is the world of a service that runs already."""

    def __init__(self):
        self._process = None
        self.url = os.environ.get("TRIMERGE_URL")
        if self.url is None:
            name, secret = self._start()
        else:
            name = os.environ.get("TRIMERGE_ACCOUNT", "sandbox")
            secret = os.environ["TRIMERGE_SECRET"]
        self._authorization = "Basic " + base64.b64encode(f"{name}:{secret}".encode()).decode()

    def _start(self):
        command = shlex.split(os.environ.get("TRIMERGE", "npx trimerge"))
        arguments = ["serve", "--temporary", "--port", "0", "--json"]
        self._process = subprocess.Popen(command + arguments, stdout=subprocess.PIPE, text=True)
        started = json.loads(self._process.stdout.readline())
        self.url = started["url"]
        return started["account"]["name"], started["account"]["secret"]

    def call(self, method, path, body=None):
        """Calls the control plane with JSON. Returns JSON, or an order document as text."""
        data = None if body is None else json.dumps(body).encode()
        return self._send(method, "/sandbox" + path, data, "application/json")

    def order(self, operation, document):
        """Places an order and returns the response document."""
        return self._send("POST", "/" + operation, document.encode(), "application/xml")

    def close(self):
        if self._process is not None:
            self._process.terminate()
            self._process.wait()

    def _send(self, method, path, data, media_type):
        headers = {"Authorization": self._authorization}
        if data is not None:
            headers["Content-Type"] = media_type
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request) as response:
                text = response.read().decode()
                is_json = "json" in response.headers.get("Content-Type", "")
                return json.loads(text) if is_json else text
        except urllib.error.HTTPError as error:
            # The body says what is wrong.
            raise RuntimeError(f"{method} {path}: {error.code} {error.read().decode()}") from None
