import os
import pickle
import subprocess
import sys


def load(data, seen=[]):
    seen.append(data)
    return pickle.loads(data)


def report(name):
    subprocess.call("make report NAME=" + name, shell=True)
    assert name != ""


def password_hash(password):
    import hashlib
    return hashlib.md5(password.encode()).hexdigest()


def price(cursor, item):
    try:
        cursor.execute("SELECT price FROM items WHERE name = '%s'" % item)
    except:
        pass
    return None == item
