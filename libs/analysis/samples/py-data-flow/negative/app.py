import json
import os
import re
import subprocess

import ldap
import ldap.filter
import requests
from flask import Flask, redirect, render_template, request, url_for
from lxml import etree
from markupsafe import escape

from store import find_user

app = Flask(__name__)
tree = etree.parse("people.xml")
HOSTS = {"api.example.com", "static.example.com"}
PUBLIC = os.path.realpath("public")


@app.route("/users/<name>")
def user(name):
    return {"user": find_user(name)}


@app.route("/ping")
def ping():
    subprocess.run(["ping", "-c", "1", request.args.get("host")])
    return {}


@app.route("/sum", methods=["POST"])
def total():
    return {"sum": sum(json.loads(request.form["terms"]))}


@app.route("/file")
def file():
    path = os.path.realpath(os.path.join(PUBLIC, request.args["name"]))
    if not path.startswith(PUBLIC):
        return {}, 404
    with open(path) as content:
        return {"lines": len(content.readlines())}


@app.route("/hello")
def hello():
    name = escape(request.args.get("name", ""))
    return f"<h1>Hello {name}</h1>"


@app.route("/leave")
def leave():
    return redirect(url_for("hello", name=request.args.get("to")))


@app.route("/preview")
def preview():
    host = request.args["host"]
    if host not in HOSTS:
        return {}, 400
    answer = requests.get(f"https://{host}/status")
    return {"status": answer.status_code}


@app.route("/greeting", methods=["POST"])
def greeting():
    return render_template("greeting.html", name=request.form["name"])


@app.route("/cart")
def cart():
    return {"items": len(json.loads(request.cookies["cart"]))}


@app.route("/person")
def person():
    found = tree.xpath("//person[@name=$name]", name=request.args["name"])
    return {"count": len(found)}


@app.route("/login", methods=["POST"])
def login():
    directory = ldap.initialize("ldap://localhost")
    uid = ldap.filter.escape_filter_chars(request.form["uid"])
    return {"found": directory.search_s("dc=app", 2, "(uid=" + uid + ")")}


@app.route("/search")
def search():
    pattern = re.compile(re.escape(request.args["text"]))
    return {"found": bool(pattern.search("one two"))}


@app.route("/page")
def page():
    size = int(request.args["size"])
    return f"<p>{size}</p>"
