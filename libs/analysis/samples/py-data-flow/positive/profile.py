from flask import Flask, request
from pymongo import MongoClient

from shop.models import current_user

app = Flask(__name__)
accounts = MongoClient()["bank"]["accounts"]


@app.patch("/me")
def update():
    for name, value in request.get_json().items():
        setattr(current_user(), name, value)
    return "", 204


@app.post("/accounts")
def find():
    return {"found": accounts.find_one({"pin": request.get_json()["pin"]}) is not None}
