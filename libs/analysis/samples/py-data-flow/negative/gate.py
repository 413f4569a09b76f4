import os
import traceback

import jwt
from fastapi import FastAPI
from fastapi.middleware.cors import CORSMiddleware
from flask import Flask, Response, request
from flask_cors import CORS
from itsdangerous import URLSafeTimedSerializer
from lxml import etree

ORIGINS = ["https://shop.example", "https://till.example"]

app = Flask(__name__)
app.secret_key = os.environ["SHOP_KEY"]
app.debug = os.environ.get("SHOP_DEBUG") == "1"
CORS(app, origins=ORIGINS, supports_credentials=True)

open_app = Flask("open")
CORS(open_app)

api = FastAPI()
api.add_middleware(CORSMiddleware, allow_origins=["*"], allow_credentials=False)


def signed(name, key):
    return jwt.encode({"name": name}, key, algorithm="HS256")


def read(token, key):
    return jwt.decode(token, key, algorithms=["HS256"])


def mailed(name):
    return URLSafeTimedSerializer(app.secret_key).dumps(name)


def order(path):
    return etree.parse(path, etree.XMLParser(resolve_entities=False))


def share(path):
    rights = 0o640
    os.chmod(path, rights)


@app.route("/prices")
def prices():
    response = Response("{}")
    origin = request.headers.get("Origin")
    if origin in ORIGINS:
        response.headers["Access-Control-Allow-Origin"] = origin
    return response


@app.route("/stock")
def stock():
    try:
        share("stock.csv")
    except OSError:
        app.logger.error(traceback.format_exc())
        return "The stock cannot be counted now.", 500
    return "done"
