import os
import re
import smtplib
import ssl
from http.server import BaseHTTPRequestHandler

from flask import Flask, Response, request

SCRIPTS = "script-src 'self'"

app = Flask(__name__)
app.jinja_env.autoescape = True
app.config["WTF_CSRF_ENABLED"] = True


class Counter(BaseHTTPRequestHandler):
    def do_POST(self):
        self.send_header("X-Counter", str(int(self.rfile.readline())))


class Till:
    def opened(self):
        return "open"


@app.route("/till")
def till():
    states = {"open": "opened"}
    return getattr(Till(), states[request.args["state"]])()


@app.route("/receipt")
def receipt():
    if re.match(r"^\w+(?: \w+)*$", request.args["line"]) is None:
        return Response(status=400)
    response = Response(status=204)
    response.headers["Content-Security-Policy"] = SCRIPTS
    return response


def mailed():
    smtplib.SMTP("mail.example").login("counter", os.environ["MAIL_PASSWORD"])


def channel():
    return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
