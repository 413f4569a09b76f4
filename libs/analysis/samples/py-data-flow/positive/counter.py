import re
import smtplib
import ssl
from http.server import BaseHTTPRequestHandler

from flask import Flask, Response, request

SCRIPTS = "script-src 'self' 'unsafe-inline'"

app = Flask(__name__)
app.jinja_env.autoescape = False
app.config["WTF_CSRF_ENABLED"] = False


class Counter(BaseHTTPRequestHandler):
    def do_POST(self):
        self.send_header("X-Counter", self.rfile.readline().decode())


class Till:
    def opened(self):
        return "open"


@app.route("/till")
def till():
    return getattr(Till(), request.args["state"])()


@app.route("/receipt")
def receipt():
    if re.match(r"^(\w+\s?)*$", request.args["line"]) is None:
        return Response(status=400)
    response = Response(status=204)
    response.headers["Content-Security-Policy"] = SCRIPTS
    return response


def mailed():
    word = "drawer-and-till"
    smtplib.SMTP("mail.example").login("counter", word)


def channel():
    return ssl.SSLContext(ssl.PROTOCOL_TLSv1)
