import os
import pickle
import re
import subprocess

import ldap
import requests
from flask import Flask, Markup, redirect, render_template_string, request
from lxml import etree

from store import find_user

app = Flask(__name__)
tree = etree.parse("people.xml")


@app.route("/users/<name>")
def user(name):
    return {"user": find_user(name)}


@app.route("/ping")
def ping():
    host = request.args.get("host")
    subprocess.run("ping -c 1 %s" % host, shell=True)
    return {}


@app.route("/sum", methods=["POST"])
def total():
    terms = request.form["terms"]
    return {"sum": eval(terms)}


@app.route("/file")
def file():
    path = os.path.join("public", request.args["name"])
    with open(path) as content:
        return {"lines": len(content.readlines())}


@app.route("/hello")
def hello():
    name = request.args.get("name", "")
    return f"<h1>Hello {name}</h1>"


@app.route("/leave")
def leave():
    return redirect(request.args.get("to"))


@app.route("/preview")
def preview():
    answer = requests.get(request.args["url"])
    return {"status": answer.status_code}


@app.route("/greeting", methods=["POST"])
def greeting():
    return render_template_string(request.form["greeting"])


@app.route("/cart")
def cart():
    return {"items": len(pickle.loads(request.cookies["cart"].encode()))}


@app.route("/import", methods=["POST"])
def imported():
    return {"tag": etree.fromstring(request.data).tag}


@app.route("/person")
def person():
    found = tree.xpath("//person[@name='" + request.args["name"] + "']")
    return {"count": len(found)}


@app.route("/login", methods=["POST"])
def login():
    directory = ldap.initialize("ldap://localhost")
    return {"found": directory.search_s("dc=app", 2, "(uid=" + request.form["uid"] + ")")}


@app.route("/search")
def search():
    pattern = re.compile(request.args["text"])
    return {"found": bool(pattern.search("one two"))}
