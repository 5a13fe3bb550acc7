"""Builds of parts that are killed, run out of disk, or use a store that answers with errors; then compared.

python -m tests.support.faults 200 FOLDER [s3]
"""

from __future__ import annotations

import http.client
import logging
import os
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

Say = Callable[[str], object]
DOCUMENTS = 400
IN_STORE = 60
"""Documents in a store, which needs some hundredths of a second for each request."""
BUILD = (sys.executable, "-m", "mdchunk", "build", "-q", "-j", "2")
LIMIT = 8_000
"""Bytes of the largest file, where the disk is full: less than a part has."""


def make_documents(folder: Path, count: int = DOCUMENTS) -> None:
    """Write documents, in the same way each time."""
    rng = random.Random(1)
    for n in range(count):
        path = folder / f"{n % 7}" / f"{n:03}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        sections = (
            f"## Part {i}\n\n" + "Words of it. " * rng.randint(1, 60) for i in range(rng.randint(1, 4))
        )
        path.write_text(f"# Page {n}\n\n" + "\n\n".join(sections) + "\n", encoding="utf-8")


def contents(folder: Path) -> dict[str, bytes]:
    """Return all files of a folder by their names."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


def workers_of(pid: int) -> list[int]:
    """Return the workers that a build has started; Python's own helper, whose end Python complains of, is none."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            after_name = path.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
            is_helper = b"resource_tracker" in path.with_name("cmdline").read_bytes()
            if int(after_name[1]) == pid and not is_helper:
                found.append(int(path.parent.name))
    return found


def kill_driver(process: subprocess.Popen[bytes], _rng: random.Random) -> None:
    process.kill()


def kill_worker(process: subprocess.Popen[bytes], rng: random.Random) -> None:
    workers = workers_of(process.pid)
    if workers:
        with suppress(ProcessLookupError):
            os.kill(rng.choice(workers), signal.SIGKILL)


def kill_both(process: subprocess.Popen[bytes], rng: random.Random) -> None:
    kill_worker(process, rng)
    time.sleep(rng.random() / 10)
    process.kill()


def wait(_process: subprocess.Popen[bytes], _rng: random.Random) -> None:
    """Do nothing: the disk is full, or the store at fault."""


FAULTS: Mapping[str, Callable[[subprocess.Popen[bytes], random.Random], None]] = {
    "driver killed": kill_driver,
    "worker killed": kill_worker,
    "both killed": kill_both,
    "disk full": wait,
}


def run(docs: str, output: str, fault: str, rng: random.Random, folder: Path) -> int:
    """Build once, with a fault at a random moment; return the exit status, negative if it was killed."""
    limit: tuple[str, ...] = ()
    part_size = "0.004" if "://" in docs else "0.02"
    if fault == "disk full":
        limit = ("bash", "-c", f'ulimit -f {LIMIT // 1024} && exec "$@"', "bash")
    with subprocess.Popen(
        [*limit, *BUILD, "--part-size", part_size, docs, "-o", output],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    ) as process:
        if fault:
            until = time.monotonic() + rng.uniform(0.1, 3)
            while process.poll() is None and time.monotonic() < until:
                time.sleep(0.01)
            FAULTS[fault](process, rng)
        said, _ = process.communicate()
    if process.returncode >= 0:  # a worker whose driver is killed while it starts has words of Python's own
        assert b"Traceback" not in said, said.decode()
    return process.returncode


def trial(runs: int, folder: Path, seed: int, say: Say = lambda _said: None) -> Counter[str]:
    """Build into folders of parts with faults until all is done, again and again, and compare with a quiet build.

    Args:
        runs: Minimum number of builds.
        folder: Where to.
        seed: Of what is random.
        say: Called with a line for each folder that is done.

    Returns:
        How often each fault was made, and each exit status was returned.
    """
    rng, counts = random.Random(seed), Counter[str]()
    make_documents(folder / "docs")
    assert run("docs", "quiet/", "", rng, folder) == 0
    quiet = contents(folder / "quiet")
    assert len(quiet) > 10
    while counts["runs"] < runs:
        shutil.rmtree(folder / "out", ignore_errors=True)
        status = -1
        while status != 0:
            # one run in five has no fault, or some folder might never be done
            fault = rng.choice([*FAULTS, ""])
            status = run("docs", "out/", fault, rng, folder)
            counts.update(["runs", fault or "no fault", f"status {status}"])
        assert contents(folder / "out") == quiet
        counts["folders"] += 1
        say(f"{counts['runs']} runs, {counts['folders']} folders the same")
    return counts


class Proxy(BaseHTTPRequestHandler):
    """Forwards to a store, and gives errors and cut answers instead, at random."""

    protocol_version = "HTTP/1.1"
    target = 0
    rng = random.Random(0)
    share = 0.0
    faults: ClassVar[Counter[str]] = Counter()

    def answer(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        fault = self.rng.choice(["500", "503", "cut"]) if self.rng.random() < self.share else ""
        if fault in {"500", "503"}:
            self.faults[fault] += 1
            self.send_response(int(fault))
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        store = http.client.HTTPConnection("127.0.0.1", self.target)
        store.request(self.command, self.path, body, dict(self.headers))
        answer = store.getresponse()
        data = answer.read()
        store.close()
        self.send_response(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in {"transfer-encoding", "content-length", "connection", "date", "server"}:
                self.send_header(name, value)
        length = answer.getheader("Content-Length") if self.command == "HEAD" else str(len(data))
        self.send_header("Content-Length", length or "0")
        self.end_headers()
        if self.command == "HEAD":
            return
        if fault == "cut" and self.command == "GET" and len(data) > 10:
            self.faults[fault] += 1
            self.wfile.write(data[: len(data) // 2])
            self.close_connection = True
            return
        self.wfile.write(data)

    do_GET = do_PUT = do_POST = do_DELETE = do_HEAD = answer  # noqa: N815 - as the library calls them

    def log_message(self, *_: Any) -> None:
        """Print nothing."""


@contextmanager
def faulty_store(share: float, seed: int) -> Iterator[dict[str, str]]:
    """Run a store and a proxy before it; give the environment that leads to the proxy.

    Args:
        share: Of the requests that get a fault.
        seed: Of what is random.
    """
    from moto.server import ThreadedMotoServer

    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    store = ThreadedMotoServer(port=0)
    store.start()
    Proxy.target = int(store.get_host_and_port()[1])
    Proxy.rng, Proxy.share = random.Random(seed), share
    Proxy.faults.clear()
    proxy = ThreadingHTTPServer(("127.0.0.1", 0), Proxy)
    thread = threading.Thread(target=proxy.serve_forever)
    thread.start()
    try:
        yield {
            "AWS_ENDPOINT_URL": f"http://127.0.0.1:{proxy.server_port}",
            "AWS_ACCESS_KEY_ID": "test",
            "AWS_SECRET_ACCESS_KEY": "test",
            "AWS_DEFAULT_REGION": "us-east-1",
        }
    finally:
        proxy.shutdown()
        thread.join()
        proxy.server_close()
        store.stop()


def trial_in_store(runs: int, folder: Path, seed: int, say: Say = lambda _said: None) -> Counter[str]:
    """As ``trial``, from and to a store that gives errors; the environment of ``faulty_store`` is set."""
    import s3fs

    rng, counts = random.Random(seed), Counter[str]()
    make_documents(folder / "docs", IN_STORE)
    share, Proxy.share = Proxy.share, 0
    system = s3fs.S3FileSystem(use_listings_cache=False, skip_instance_cache=True)
    system.mkdir("bucket")
    for path in sorted((folder / "docs").rglob("*.md")):
        system.put_file(str(path), f"bucket/docs/{path.relative_to(folder / 'docs').as_posix()}")
    assert run("s3://bucket/docs", "s3://bucket/quiet/", "", rng, folder) == 0
    system.get("bucket/quiet/", str(folder / "quiet/"), recursive=True)
    quiet = contents(folder / "quiet")
    assert len(quiet) > 10
    faults = ["driver killed", "worker killed", "both killed", ""]
    while counts["runs"] < runs:
        shutil.rmtree(folder / "out", ignore_errors=True)
        with suppress(FileNotFoundError):
            system.rm("bucket/out", recursive=True)
        Proxy.share, status = share, -1
        while status != 0:
            fault = rng.choice(faults)
            status = run("s3://bucket/docs", "s3://bucket/out/", fault, rng, folder)
            counts.update(["runs", fault or "no kill", f"status {status}"])
        Proxy.share = 0
        system.get("bucket/out/", str(folder / "out/"), recursive=True)
        assert contents(folder / "out") == quiet
        counts["folders"] += 1
        say(f"{counts['runs']} runs, {counts['folders']} folders the same, {dict(Proxy.faults)}")
    return counts + Proxy.faults


def main() -> None:
    runs, folder = int(sys.argv[1]), Path(sys.argv[2])
    seed = random.randrange(1 << 30)
    print("seed", seed, flush=True)
    if "s3" in sys.argv:
        with faulty_store(0.02, seed) as environment:
            os.environ.update(environment)
            print(dict(trial_in_store(runs, folder, seed, lambda said: print(said, flush=True))))
    else:
        print(dict(trial(runs, folder, seed, lambda said: print(said, flush=True))))


if __name__ == "__main__":
    main()
