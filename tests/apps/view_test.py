#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The server of `perpend view` beside good and bad clients."""
import base64
import http.client
import json
import os
import pathlib
import random
import re
import socket
import struct
import subprocess
import tempfile
import time

from cli import Cli

SCENE = {
    "format": 1, "name": "yard", "gravity": [0, 0, -9.81],
    "bodies": [{"name": "ground", "kind": "spatial_fixed", "shapes": [{"half_space": {}}]},
               {"name": "box", "kind": "spatial", "position": [0, 0, 0.5], "mass": 2,
                "shapes": [{"box": {"size": [0.2, 0.2, 0.2]}}]}],
    "simulation": {"dt": 0.005, "duration": 1}}


class Program:
    """A running `perpend view`."""

    def __init__(self, *words, scene=SCENE):
        self.folder = tempfile.TemporaryDirectory(prefix="perpend_view_")
        self.file = pathlib.Path(self.folder.name) / "yard.json"
        self.file.write_text(scene if isinstance(scene, str) else json.dumps(scene))
        self.process = subprocess.Popen([str(Cli.program), "view", str(self.file), *words], text=True,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", self.line)
        self.port = int(found[1]) if found else None

    def __enter__(self):
        assert self.port, self.line + self.process.stderr.read()
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.errors = self.process.communicate(timeout=20)[1]
        self.folder.cleanup()
        assert self.process.returncode == 0, f"ended with {self.process.returncode}: {self.errors}"

    def get(self, path="/", host=None):
        return get(self.port, path, host)


def get(port, path="/", host=None):
    """Status, headers and body of a page."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request("GET", path, headers={"Host": host or f"127.0.0.1:{port}"})
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, {name.lower(): value for name, value in answer.getheaders()}, body


class Client:
    """A websocket, as plain as can be."""

    def __init__(self, port, origin=None, host=None, protocol="perpend-1"):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=20)
        lines = ["GET / HTTP/1.1", f"Host: {host or f'127.0.0.1:{port}'}", "Upgrade: websocket", "Connection: Upgrade",
                 f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}", "Sec-WebSocket-Version: 13",
                 f"Sec-WebSocket-Protocol: {protocol}"] + ([f"Origin: {origin}"] if origin else [])
        self.socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        self.data, self.settings, self.frame = b"", None, None
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            byte = self.socket.recv(1)
            if not byte:
                break
            head += byte
        self.accepted = head.startswith(b"HTTP/1.1 101")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def send_frame(self, payload, opcode=1, final=True):
        mask = os.urandom(4)
        size = len(payload)
        head = bytes([(0x80 if final else 0) | opcode])
        head += bytes([0x80 | size]) if size < 126 else bytes([0x80 | 126]) + struct.pack(">H", size) if size < 65536 \
            else bytes([0x80 | 127]) + struct.pack(">Q", size)
        self.socket.sendall(head + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(payload)))

    def send(self, **command):
        self.send_frame(json.dumps(command).encode())

    def _take(self, count):
        while len(self.data) < count:
            part = self.socket.recv(65536)
            if not part:
                raise ConnectionError("closed")
            self.data += part
        taken, self.data = self.data[:count], self.data[count:]
        return taken

    def receive(self):
        """(opcode, payload) of one message; the server sends each in one frame or several."""
        whole, opcode = b"", None
        while True:
            first, second = self._take(2)
            size = second & 127
            if size == 126:
                size = struct.unpack(">H", self._take(2))[0]
            elif size == 127:
                size = struct.unpack(">Q", self._take(8))[0]
            whole += self._take(size)
            opcode = first & 15 or opcode
            if opcode == 8:
                raise ConnectionError(f"closed with {struct.unpack('>H', whole[:2])[0] if whole else 'nothing'}")
            if first & 0x80:
                return opcode, whole

    def hear(self):
        """The next message: a JSON object; a frame with its numbers."""
        opcode, payload = self.receive()
        if opcode == 1:
            message = json.loads(payload)
        else:
            size = struct.unpack("<I", payload[:4])[0]
            message, at = json.loads(payload[4:4 + size]), 4 + size
            for name, kind, count in message["arrays"]:
                message[name] = struct.unpack_from(f"<{count}{kind}", payload, at)
                at += 4 * count
            self.frame = message
        if message["kind"] == "settings":
            self.settings = message
        return message

    def until(self, holds, most=2000):
        for _ in range(most):
            if holds(message := self.hear()):
                return message
        raise AssertionError("never heard")

    def until_kind(self, kind):
        return self.until(lambda m: m["kind"] == kind)


def is_closed(client):
    try:
        for _ in range(1000):
            client.receive()
    except TimeoutError:
        return False
    except OSError:
        return True
    return False


class Page(Cli):
    def test_page_is_one_file_with_a_policy(self):
        with Program() as program:
            status, head, body = program.get()
            self.assertEqual(status, 200)
            for name, value in (("content-type", "text/html; charset=utf-8"), ("cache-control", "no-store"),
                                ("x-frame-options", "DENY"), ("x-content-type-options", "nosniff"),
                                ("referrer-policy", "no-referrer"), ("content-length", str(len(body)))):
                self.assertEqual(head[name], value)
            self.assertIn(b"connect-src 'self'", body)
            self.assertTrue(body.rstrip().endswith(b"</html>"))
            self.assertEqual(program.get("/../etc/passwd")[0], 404)
            self.assertEqual(program.get("/live.js")[0], 404)
            self.assertEqual(program.get(host="evil.example")[0], 403)

    def test_recording_is_shown_as_its_page(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([str(Cli.program), "run", "hello", "--duration", "0.1", "--out", folder], check=True, capture_output=True)
            for name in (folder, folder + "/run.h5"):
                process = subprocess.Popen([str(Cli.program), "view", name], text=True, stdout=subprocess.PIPE)
                port = int(re.search(r":(\d+)/", process.stdout.readline())[1])
                status, _, body = get(port)
                self.assertEqual(status, 200)
                self.assertIn(b'"scene":"hello"', body)
                process.terminate()
                self.assertEqual(process.wait(timeout=20), 0)
                process.stdout.close()


class World(Cli):
    def test_a_client_runs_steps_and_changes_the_world(self):
        with Program("--paused") as program, Client(program.port) as client:
            self.assertTrue(client.accepted)
            scene = client.until_kind("scene")
            self.assertEqual([b["name"] for b in scene["bodies"]], ["ground", "box"])
            self.assertFalse(client.until_kind("settings")["running"])
            self.assertEqual(client.until_kind("frame")["time"], 0)
            client.send(do="step", count=10)
            frame = client.until(lambda m: m["kind"] == "frame" and m["step"] == 10)
            self.assertAlmostEqual(frame["time"], 0.05)
            client.send(do="step", count=-4)
            self.assertEqual(client.until(lambda m: m["kind"] == "frame" and m["step"] == 6)["back"], 6)
            client.send(do="option", name="dt", value="0.01")
            self.assertEqual(client.until_kind("settings")["dt"], 0.01)
            client.send(do="gravity", value=[0, 0, 5])
            client.send(do="run")
            client.until(lambda m: m["kind"] == "frame" and m["poses"][9] > 1)
            client.send(do="reset")
            client.send(do="pause")
            client.until(lambda m: m["kind"] == "settings" and not m["running"])
            self.assertEqual(client.settings["gravity"], [0, 0, 5])

    def test_two_clients_see_one_world(self):
        with Program("--paused") as program, Client(program.port) as one, Client(program.port) as other:
            for client in (one, other):
                client.until_kind("frame")
            one.send(do="friction", a=0, b=0, mu=0.25)
            one.send(do="step", count=7)
            self.assertEqual(other.until(lambda m: m["kind"] == "settings" and m["friction"])["friction"][0]["mu"], 0.25)
            self.assertEqual(other.until(lambda m: m["kind"] == "frame" and m["step"] == 7)["poses"], one.until(
                lambda m: m["kind"] == "frame" and m["step"] == 7)["poses"])
            other.send(do="grab", body=1, point=[0, 0, 0], target=[0, 0, 2])
            self.assertEqual(one.until(lambda m: m["kind"] == "frame" and m["pulls"])["pulls"][0]["body"], 1)
            other.socket.close()
            one.until(lambda m: m["kind"] == "frame" and not m["pulls"])

    def test_a_command_in_parts_is_one_command(self):
        with Program("--paused") as program, Client(program.port) as client:
            client.until_kind("frame")
            for part, opcode, final in ((b'{"do": "st', 1, False), (b'ep", "cou', 0, False), (b'nt": 3}', 0, True)):
                client.send_frame(part, opcode, final)
            client.until(lambda m: m["kind"] == "frame" and m["step"] == 3)
            client.send(do="step", count=2)
            client.until(lambda m: m["kind"] == "frame" and m["step"] == 5)

    def test_four_hundred_commands_at_once_are_all_done_and_who_comes_later_sees_them(self):
        with Program("--paused") as program, Client(program.port) as client:
            client.until_kind("frame")
            client.send(do="gravity", value=[0, 0, -2])
            for _ in range(400):
                client.send(do="step")
            frame = client.until(lambda m: m["kind"] == "frame" and m["step"] == 400)
            with Client(program.port) as other:
                kinds = [other.hear()["kind"] for _ in range(3)]
                self.assertEqual(kinds, ["scene", "settings", "frame"])
                self.assertEqual(other.settings["gravity"], [0, 0, -2])
                self.assertEqual(other.frame["hash"], frame["hash"])

    def test_a_scene_with_faults_says_them_and_is_read_again(self):
        broken = json.dumps(SCENE).replace('"mass": 2', '"mass": -2')
        with Program(scene=broken) as program, Client(program.port) as client:
            faults = client.until_kind("faults")["faults"]
            self.assertTrue(any("mass" in fault and "-2" in fault for fault in faults), faults)
            client.send(do="run")
            self.assertIn("reload", client.until_kind("refused")["why"])
            program.file.write_text(json.dumps(SCENE))
            client.send(do="reload")
            self.assertEqual(client.until_kind("scene")["scene"], "yard")
            client.until_kind("frame")
        self.assertIn("mass", program.errors)


class BadClient(Cli):
    def setUp(self):
        super().setUp()
        self.serving = Program("--paused").__enter__()
        self.addCleanup(self.serving.__exit__)

    def still_serves(self):
        # A page that left makes room once the server has heard of it.
        end = time.monotonic() + 20
        while not (client := Client(self.serving.port)).accepted and time.monotonic() < end:
            client.socket.close()
            time.sleep(0.05)
        with client:
            self.assertTrue(client.accepted)
            client.until_kind("frame")
            client.send(do="step")
            client.until(lambda m: m["kind"] == "frame" and m["step"] > 0)

    def test_other_origins_and_hosts_are_refused(self):
        port = self.serving.port
        for words in ({"origin": "http://evil.example"}, {"origin": "null"}, {"origin": f"http://127.0.0.1:{port + 1}"},
                      {"host": "evil.example"}, {"host": f"evil.example:{port}", "origin": f"http://evil.example:{port}"},
                      {"origin": "http://" + 400 * "a"}):
            with self.subTest(**words), Client(port, **words) as client:
                self.assertFalse(client.accepted)
        with Client(port, origin=f"http://127.0.0.1:{port}") as client:
            self.assertTrue(client.accepted)
        with Client(port, host=f"localhost:{port}", origin=f"http://localhost:{port}") as client:
            self.assertTrue(client.accepted)

    def test_nonsense_is_refused_in_words(self):
        with Client(self.serving.port) as client:
            client.until_kind("frame")
            for text in (b"", b"{", b"[]", b'{"do": "fly"}', b'{"do": "step", "count": 1e99}', b'{"do": "grab", "body": 99,'
                         b' "point": [0,0,0], "target": [0,0,0]}', b'{"do": "option", "name": "dt", "value": "-1"}', 4000 * b"["):
                client.send_frame(text)
                self.assertTrue(client.until_kind("refused")["why"])
            client.send(do="step")
            client.until(lambda m: m["kind"] == "frame" and m["step"] == 1)

    def test_large_and_binary_messages_end_the_connection(self):
        for payload, opcode in ((20_000 * b" ", 1), (b"\0\1", 2)):
            with Client(self.serving.port) as client:
                client.send_frame(payload, opcode)
                self.assertTrue(is_closed(client))
        with Client(self.serving.port) as client:
            try:
                for _ in range(100):
                    client.send_frame(1000 * b" ", 1 if _ == 0 else 0, final=False)
            except OSError:
                pass
            self.assertTrue(is_closed(client))
        self.still_serves()

    def test_a_flood_ends_the_connection(self):
        with Client(self.serving.port) as client:
            try:
                for _ in range(5000):
                    client.send(do="drag", target=[0, 0, 0])
            except OSError:
                pass
            self.assertTrue(is_closed(client))
        self.still_serves()

    def test_bytes_that_are_no_http_and_many_connections(self):
        random.seed(3)
        for _ in range(50):
            with socket.create_connection(("127.0.0.1", self.serving.port), timeout=20) as s:
                s.sendall(random.randbytes(2000))
        idle = [socket.create_connection(("127.0.0.1", self.serving.port), timeout=20) for _ in range(20)]
        for s in idle:
            s.close()
        self.still_serves()

    def test_there_is_room_for_so_many_pages(self):
        clients = [Client(self.serving.port) for _ in range(16)]
        self.assertTrue(all(client.accepted for client in clients))
        with Client(self.serving.port) as client:
            self.assertFalse(client.accepted)
        for client in clients:
            client.socket.close()
        self.still_serves()

    def test_a_client_that_reads_nothing_stops_nobody(self):
        with Client(self.serving.port) as deaf:
            with Client(self.serving.port) as client:
                client.until_kind("frame")
                client.send(do="run")
                client.until(lambda m: m["kind"] == "frame" and m["step"] > 50)
            self.assertTrue(deaf.accepted)


class CommandLine(Cli):
    def test_a_port_in_use_is_said(self):
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            port = taken.getsockname()[1]
            result = subprocess.run([str(Cli.program), "view", "hello", "--port", str(port)], capture_output=True, text=True, timeout=60)
        self.assertEqual(result.returncode, 2)
        self.assertIn(f"{port}", result.stderr)
        self.assertIn("no other program listens", result.stderr)

    def test_only_loopback_listens(self):
        with Program() as program:
            listening = pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:]
            local = [line.split()[1] for line in listening if line.split()[3] == "0A"]
            self.assertIn(f"0100007F:{program.port:04X}", local)
            self.assertNotIn(f"00000000:{program.port:04X}", local)

    def test_where_no_port_is_asked_for_the_next_free_one_is_taken(self):
        with Program() as one, Program() as other:
            self.assertEqual(len({one.port, other.port} & set(range(8417, 8437))), 2)

    def test_words_reach_the_world(self):
        for words, dt, runs in (((), 0.005, True), (("--dt", "0.0125", "--paused"), 0.0125, False)):
            with Program(*words) as program, Client(program.port) as client:
                settings = client.until_kind("settings")
                self.assertEqual((settings["dt"], settings["running"]), (dt, runs))
                self.assertIn(b"<title>yard", program.get()[2])

    def test_the_page_is_opened_where_that_is_asked_for(self):
        """By the program that a desktop has for it."""
        (self.folder / "bin").mkdir()
        self.write("bin/xdg-open",
                   f'#!/bin/sh\ncd "{self.folder}"\necho "$#" "$@" > part\nmv part opened\n')
        (self.folder / "bin/xdg-open").chmod(0o755)
        self.environment["PATH"] = f"{self.folder}/bin:{self.environment['PATH']}"
        with subprocess.Popen([self.program, "view", "hello", "--paused", "--open"], cwd=self.folder,
                              env=self.environment, text=True,
                              stdout=subprocess.PIPE) as process:
            self.addCleanup(process.kill)
            address = process.stdout.readline().split()[0]
            end = time.monotonic() + 60
            while not (self.folder / "opened").exists():
                self.assertLess(time.monotonic(), end, "nothing is opened")
                time.sleep(0.05)
            self.assertEqual((self.folder / "opened").read_text(encoding="utf-8"), f"1 {address}\n")
            process.terminate()
            self.assertEqual(process.wait(timeout=20), 0)

    def test_a_recording_is_not_paused(self):
        self.perpend("run", "hello", "--duration", "0.01", "--out", "out")
        self.assertEqual(self.refused("view", "out", "--paused"),
                         "perpend: --paused must be left out with a recording, got given\n")

    def test_a_scene_that_is_not_there(self):
        result = subprocess.run([str(Cli.program), "view", "no_such_scene"], capture_output=True, text=True, timeout=60)
        self.assertEqual(result.returncode, 2)
        self.assertIn("no_such_scene", result.stderr)
