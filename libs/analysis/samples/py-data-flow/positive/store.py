import sqlite3


def find_user(name):
    connection = sqlite3.connect("app.db")
    parts = ["SELECT * FROM users"]
    parts.append("WHERE name = '" + name + "'")
    statement = " ".join(parts)
    return connection.execute(statement).fetchone()
