import os
import traceback

import jwt
from fastapi import FastAPI
from fastapi.middleware.cors import CORSMiddleware
from flask import Flask, Response, request
from flask_cors import CORS
from itsdangerous import URLSafeTimedSerializer
from lxml import etree

WORD = "till-and-drawer"
DEBUG = True

app = Flask(__name__)
app.secret_key = WORD
app.debug = DEBUG
CORS(app, supports_credentials=True)

api = FastAPI()
api.add_middleware(CORSMiddleware, allow_origins=["*"], allow_credentials=True)


def signed(name):
    return jwt.encode({"name": name}, WORD, algorithm="HS256")


def unsigned(name):
    return jwt.encode({"name": name}, None, algorithm="none")


def read(token):
    return jwt.decode(token, options={"verify_signature": False})


def mailed(name):
    return URLSafeTimedSerializer(WORD).dumps(name)


def order(path):
    return etree.parse(path, etree.XMLParser(resolve_entities=True))


def share(path):
    rights = 0o666
    os.chmod(path, rights)


@app.route("/prices")
def prices():
    response = Response("{}")
    response.headers["Access-Control-Allow-Origin"] = request.headers.get("Origin")
    return response


@app.route("/stock")
def stock():
    try:
        share("stock.csv")
    except OSError:
        return traceback.format_exc()
    return "done"
