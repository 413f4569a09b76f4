import sqlite3


def find_user(name):
    connection = sqlite3.connect("app.db")
    return connection.execute("SELECT * FROM users WHERE name = ?", (name,)).fetchone()
