import hashlib
import random

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from flask import Flask, make_response

ALGORITHM = "md5"
app = Flask(__name__)


def digest(text):
    return hashlib.new(ALGORITHM, text)


def cipher(key):
    return Cipher(algorithms.AES(key), modes.ECB())


def invitation():
    token = random.getrandbits(64)
    return f"/join?by={token}"


@app.route("/language")
def language():
    response = make_response("done")
    response.set_cookie("language", "en")
    return response
