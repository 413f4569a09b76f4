import hashlib
import marshal
import os
import pickle
import random
import ssl
import subprocess
import tempfile
import urllib.request
import xml.etree.ElementTree as ET

import jinja2
import paramiko
import requests
import yaml
from flask import Flask

app = Flask(__name__)
password = "hunter2-is-long-enough"


def run(command, formula, table, blob, archive):
    exec(formula)
    total = eval(formula)
    subprocess.run(command, shell=True)
    subprocess.run("ls", shell=True)
    os.system("rm " + command)
    pickle.loads(blob)
    marshal.loads(blob)
    yaml.load(blob, Loader=yaml.Loader)
    query = f"SELECT * FROM {table} WHERE id = {formula}"
    archive.extractall(filter=None)
    return total, query


def fetch(url):
    requests.get(url, verify=False)
    requests.get(url)
    urllib.request.urlopen(url)
    ssl._create_unverified_context()
    return ET.parse(url)


def store(secret, name):
    digest = hashlib.md5(secret)
    token = random.randint(0, 9999)
    os.chmod(name, 0o777)
    path = tempfile.mktemp()
    with open("/tmp/report", "w") as report:
        report.write(str((digest, token, path)))


def connect(client, host, user="admin", passwd="pa55word"):
    client.set_missing_host_key_policy(paramiko.AutoAddPolicy)
    client.login(host, user, password="pa55word")
    return jinja2.Environment(loader=None), passwd


app.run(host="0.0.0.0", debug=True)
