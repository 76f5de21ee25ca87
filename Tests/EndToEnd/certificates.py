"""Certificates for a test, made by openssl: an authority, and what it has or has not signed."""

import functools
import pathlib
import subprocess
import tempfile

import programs

CONFIGURATION = """
[req]
distinguished_name = name
[name]
[of_authority]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign
subjectKeyIdentifier = hash
[of_this_host]
authorityKeyIdentifier = keyid
subjectAltName = DNS:localhost, IP:127.0.0.1, IP:::1
[of_another_host]
authorityKeyIdentifier = keyid
subjectAltName = DNS:elsewhere.example
[ca]
default_ca = authority
[authority]
database = {directory}/index
new_certs_dir = {directory}
serial = {directory}/serial
default_md = sha256
policy = policy
[policy]
commonName = supplied
"""


class Certificates:
    """The files of a chain and of its key, as a server wants them, and of the authority."""

    def __init__(self, directory):
        self._directory = directory
        self._openssl = programs.require("openssl", "openssl")
        self._config = directory / "config"
        self._config.write_text(CONFIGURATION.format(directory=directory))
        (directory / "index").touch()
        (directory / "serial").write_text("01")
        self.authority = str(directory / "authority.pem")
        self._request("authority", "-x509", "-extensions", "of_authority")
        self.good = self._signed("good", "of_this_host")
        self.of_another_host = self._signed("another", "of_another_host")
        self.expired = self._signed("expired", "of_this_host", "200101000000Z", "200201000000Z")
        self.not_yet_valid = self._signed("not-yet-valid", "of_this_host", "480101000000Z")
        self._request("self-signed", "-x509", "-extensions", "of_this_host")
        self.self_signed = self._pair("self-signed")

    def _run(self, *arguments):
        subprocess.run([self._openssl, *map(str, arguments)], check=True, capture_output=True,
                       timeout=programs.LIMIT)

    def _pair(self, name):
        return str(self._directory / f"{name}.pem"), str(self._directory / f"{name}.key")

    def _request(self, name, *arguments):
        certificate, key = self._pair(name)
        self._run("req", "-config", self._config, "-newkey", "ec", "-pkeyopt",
                  "ec_paramgen_curve:P-256", "-nodes", "-subj", f"/CN={name}", "-keyout", key,
                  "-out", certificate, *arguments)

    def _signed(self, name, extensions, start="240101000000Z", end="491231000000Z"):
        self._request(name)
        certificate, _ = self._pair(name)
        self._run("ca", "-batch", "-notext", "-config", self._config, "-cert", self.authority,
                  "-keyfile", self._directory / "authority.key", "-in", certificate, "-out",
                  f"{certificate}.signed", "-extensions", extensions, "-startdate", start,
                  "-enddate", end)
        pathlib.Path(f"{certificate}.signed").rename(certificate)
        return self._pair(name)


@functools.cache
def certificates():
    """Those that all tests of a run share."""
    # Held as long as the function is, and removed with the process.
    certificates.directory = tempfile.TemporaryDirectory(prefix="gatherd-certificates-")
    return Certificates(pathlib.Path(certificates.directory.name))
