"""deploy/nginx.conf, run by the real nginx with the ports and folders of a test."""

from __future__ import annotations

import os
import re
import shutil
import ssl
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from serving.dev_services import listening
from tests.faults.servers import free_port
from tests.faults.waiting import until

NGINX = shutil.which("nginx", path=os.pathsep.join([os.environ["PATH"], "/usr/sbin"]))
LOOPBACK = IPv4Address("127.0.0.1")
DEPLOY = Path(__file__).parents[1] / "deploy"
UPSTREAMS = DEPLOY / "nginx" / "upstreams.conf"
INCLUDED = "include /etc/nginx/citadels/upstreams.conf;"


@contextmanager
def proxy(
    folder: Path,
    *,
    web: Sequence[int],
    stream: Sequence[int],
    changes: Mapping[str, str] | None = None,
) -> Iterator[int]:
    """Run nginx in front of these ports of web and stream processes, and return its TLS port.

    ``changes`` are made to the configuration, each of which it must contain.
    """
    port = free_port()
    make_certificate(folder)
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    assert INCLUDED in text
    text = text.replace(INCLUDED, UPSTREAMS.read_text(encoding="utf-8"))
    for wanted, given in {
        r"listen \[::\].*": "",
        r"listen 443": f"listen 127.0.0.1:{port}",
        r"listen 80;": f"listen 127.0.0.1:{free_port()};",
        r"/etc/nginx/tls": str(folder),
        r"/etc/nginx/citadels": str(DEPLOY / "nginx"),
        r"error_log .*": f"error_log {folder}/error.log;",
        r"server web:8000 resolve (.*)": each(web),
        r"server stream:8001 resolve (.*)": each(stream),
        **{re.escape(one): two for one, two in (changes or {}).items()},
    }.items():
        text, count = re.subn(wanted, given, text)
        assert count, wanted
    text = f"pid {folder}/pid;\ndaemon off;\n{text}"
    if os.getuid() == 0:
        text = f"user root;\n{text}"
    paths = "".join(
        f"    {kind}_temp_path {folder}/{kind};\n"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(text.replace("http {\n", f"http {{\n{paths}", 1))
    assert NGINX is not None
    command = [NGINX, "-p", str(folder), "-c", str(folder / "nginx.conf")]
    process = subprocess.Popen(command, stderr=sys.stderr)
    try:
        until(lambda: process.poll() is not None or listening("127.0.0.1", port))
        assert process.poll() is None
        yield port
    finally:
        process.terminate()
        process.wait(60)


def each(ports: Sequence[int]) -> str:
    """Return a line for each node, with the options of the line that is replaced."""
    return "".join(rf"server 127.0.0.1:{port} \1" for port in ports)


def make_certificate(folder: Path, *, expired: bool = False) -> None:
    """Write a certificate of this machine, and its key."""
    key, name = (
        ec.generate_private_key(ec.SECP256R1()),
        x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")]),
    )
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now - timedelta(hours=1) if expired else now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(LOOPBACK)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    (folder / "fullchain.pem").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    (folder / "privkey.pem").write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )


def trusting_context() -> ssl.SSLContext:
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context
