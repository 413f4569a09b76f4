import hashlib
import secrets

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from flask import Flask, make_response

ALGORITHM = "sha256"
app = Flask(__name__)


def digest(text):
    return hashlib.new(ALGORITHM, text)


def cipher(key, nonce):
    return Cipher(algorithms.AES(key), modes.GCM(nonce))


def invitation():
    token = secrets.randbits(64)
    return f"/join?by={token}"


@app.route("/language")
def language():
    response = make_response("done")
    response.set_cookie("language", "en", secure=True, httponly=True)
    return response
