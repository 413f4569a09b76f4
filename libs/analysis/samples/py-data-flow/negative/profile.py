from flask import Flask, request
from pymongo import MongoClient

from shop.models import current_user

app = Flask(__name__)
accounts = MongoClient()["bank"]["accounts"]


@app.patch("/me")
def update():
    changes = request.get_json()
    for name in ("name", "avatar"):
        setattr(current_user(), name, changes[name])
    return "", 204


@app.post("/accounts")
def find():
    return {"found": accounts.find_one({"pin": str(request.get_json()["pin"])}) is not None}
