import os

TOKEN = "ghp_FAKEFAKEFAKEFAKEFAKEFAKEFAKEFAKEFAKE"
DATABASE = "postgres://shop:fakefakefake@db.internal.net:5432/shop"
