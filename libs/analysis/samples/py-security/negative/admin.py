import ast
import hashlib
import json
import os
import secrets
import subprocess
import tempfile

import defusedxml.ElementTree as ET
import jinja2
import paramiko
import requests
import yaml

password = os.environ["ADMIN_PASSWORD"]


def run(folder, formula, cursor, blob, archive):
    total = ast.literal_eval(formula)
    subprocess.run(["ls", "--", folder], check=True)
    json.loads(blob)
    yaml.safe_load(blob)
    cursor.execute("SELECT * FROM orders WHERE id = %s", (formula,))
    archive.extractall(folder, filter="data")
    return total


def fetch(url):
    requests.get(url, timeout=10)
    return ET.parse(url)


def store(content, name):
    digest = hashlib.md5(content, usedforsecurity=False)
    token = secrets.token_hex(16)
    os.chmod(name, 0o600)
    with tempfile.NamedTemporaryFile("w") as report:
        report.write(str((digest, token)))


def connect(client, host, user="admin", passwd=None):
    client.set_missing_host_key_policy(paramiko.RejectPolicy)
    client.login(host, user, password=passwd)
    return jinja2.Environment(loader=None, autoescape=jinja2.select_autoescape())


def asks(password):
    return password == "-"
