"""`make play` from outside: starting, being refused, having processes killed, ending."""

import os
import signal
import socket
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.processes import alive
from tests.site import COMMAND, PATIENCE, Site

pytestmark = [
    pytest.mark.live,
    pytest.mark.skipif("DATABASE_URL" in os.environ, reason="the embedded size is tested on its own ground"),
]


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder, deep down: a path too long for a unix socket. The runs use it one after another."""
    return tmp_path_factory.mktemp("a" * 60) / ("b" * 60)


def embedded(data: Path, command: Sequence[str] = COMMAND, **environment: str) -> Site:
    """A site that is told of no services: it brings its own."""
    return Site(data, command, **({"DATABASE_URL": "", "REDIS_URL": ""} | environment))


class TestWhileItRuns:
    """One run, which survives all that is done to it."""

    @pytest.fixture(scope="class")
    @classmethod
    def site(cls, data: Path) -> Iterator[Site]:
        with embedded(data) as running:
            yield running

    def test_it_serves_the_first_page_and_keeps_its_secret(self, site: Site) -> None:
        assert site.get() == 200
        secret = site.data / "secret-key"
        assert secret.stat().st_mode & 0o777 == 0o600
        assert len(secret.read_text()) >= 50
        assert secret.read_text() not in "".join(log.read_text() for log in (site.data / "log").iterdir())
        assert site.data.stat().st_mode & 0o777 == 0o700

    def test_a_second_one_is_refused_in_its_folder(self, site: Site) -> None:
        second = embedded(site.data.with_name("other"), DATA_DIR=str(site.data))
        assert second.process.wait(PATIENCE) == 1
        assert second.output() == (
            f"Piratbridge runs from this folder already (process {site.process.pid}, {site.address}).\n"
        )
        assert site.get() == 200

    @pytest.mark.parametrize("name", ["valkey", "daphne", "worker", "beat"])
    def test_what_is_killed_is_started_again(self, site: Site, name: str) -> None:
        before = site.output()
        site.kill(name)
        assert site.get() == 200
        assert site.output() == f"{before}{name} was killed by SIGKILL and is started again.\n"


class TestItsEnd:
    """Runs that end in one way or another."""

    @pytest.fixture
    def site(self, data: Path) -> Iterator[Site]:
        with embedded(data) as running:
            running.wait(lambda: len(running.pids()) >= 7)  # the worker's own two among them
            yield running

    @pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGINT])
    def test_all_end_together(self, site: Site, ending: signal.Signals) -> None:
        pids = site.pids()
        valkey = (site.data / "valkey").readlink()
        os.killpg(site.process.pid, ending)
        assert site.process.wait(PATIENCE) == 0
        assert alive(pids) == []
        assert not valkey.exists()
        assert site.output().splitlines() == [
            f"Piratbridge is at {site.address} (Ctrl-C ends it).",
            "Piratbridge has ended.",
        ]

    def test_who_looked_at_what_is_written_nowhere(self, site: Site) -> None:
        site.get("/rules/")
        site.process.terminate()
        assert site.process.wait(PATIENCE) == 0
        logs = list((site.data / "log").iterdir())
        assert {"daphne.log", "worker.log", "beat.log", "valkey.log"} <= {log.name for log in logs}
        assert [log.name for log in logs if "/rules/" in log.read_text()] == []

    def test_nothing_is_left_when_it_is_killed(self, site: Site) -> None:
        pids = site.pids()
        valkey = (site.data / "valkey").readlink()
        site.process.kill()
        site.process.wait(PATIENCE)
        site.wait(lambda: not alive(pids))
        with embedded(site.data):
            assert not valkey.exists()

    def test_it_ends_when_a_process_dies_again_and_again(self, site: Site) -> None:
        pids = site.pids()
        for _ in range(3):
            site.kill("beat")
        assert site.process.wait(PATIENCE) == 1
        assert alive(pids) == []
        assert (
            site.output()
            .splitlines()[-1]
            .startswith(
                "beat was killed by SIGKILL, for the third time within half a minute: Piratbridge ends."
            )
        )

    @pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGKILL])
    def test_all_end_with_the_make_that_started_them(self, data: Path, ending: signal.Signals) -> None:
        makefile = data.with_name("Makefile")
        makefile.write_text(f"play:\n\t@exec {' '.join(COMMAND)}\n")
        with embedded(data, command=["make", "-f", str(makefile)]) as make:
            pids = make.pids()
            make.process.send_signal(ending)
            assert make.process.wait(PATIENCE) == -ending
            make.wait(lambda: not alive(pids))
            assert make.output().splitlines()[1:] == ["Piratbridge has ended."]


class TestItCannotStart:
    """One clear line, and a non-zero exit."""

    def test_at_a_port_in_use(self, data: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1]
            status, output = run_to_its_end(data, PORT=str(port))
        assert status == 1
        assert output.splitlines() == [
            f"Port {port} on 127.0.0.1 cannot be used (Address already in use). Another: make play PORT=8001"
        ]

    @pytest.mark.parametrize("port", ["http", "-1", "70000"])
    def test_at_what_is_no_port(self, data: Path, port: str) -> None:
        status, output = run_to_its_end(data, PORT=port)
        assert status == 1
        assert output.splitlines() == [f"PORT must be a number up to 65535, not '{port}'."]

    def test_on_a_database_that_it_cannot_open(self, data: Path) -> None:
        status, output = run_to_its_end(data, DATABASE_URL="sqlite:////nowhere/at/all.sqlite3")
        assert status == 1
        assert "Traceback" not in output
        assert "unable to open database file" in output.splitlines()[-1]


def run_to_its_end(data: Path, **env: str) -> tuple[int, str]:
    """Exit status and output of a runner that is not expected to stay."""
    running = embedded(data, **env)
    return running.process.wait(PATIENCE), running.output()
