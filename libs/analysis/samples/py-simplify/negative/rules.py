import os


def check(value, other, rows):
    if isinstance(value, (int, str)) and other:
        return 1
    if value != other:
        return bool(value)
    if value == 3:
        return not value
    with open("orders.txt") as file:
        name = rows.get("name", "none")
        print(file, name, os.environ["HOME"], dict(a=1), {**rows, "b": 2})
    if value.startswith(("a", "b")):
        return 2
    return None


def found(rows):
    return any(row.open for row in rows)


def nested(a, b):
    with a, b:
        print(a)
    if a or b:
        print(1)
    for number, row in enumerate(a):
        print(number, row)
    try:
        print(a)
    finally:
        print(b)
    return b
