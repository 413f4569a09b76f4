import os

TOKEN = os.environ["TOKEN"]
DATABASE = "postgres://db.internal.net:5432/shop"
