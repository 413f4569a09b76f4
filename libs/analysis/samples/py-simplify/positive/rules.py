import os


def check(value, other, rows):
    if isinstance(value, int) or isinstance(value, str):
        if other:
            return 1
    if not value == other:
        return not not value
    if value and not value:
        return 2
    if value or not value:
        return 3
    if other or True:
        return 4
    if other and False:
        return 5
    if 3 == value:
        return True if value else False
    file = open("orders.txt")
    name = rows["name"] if "name" in rows else "none"
    print(file, name, os.environ["home"], dict(**{"a": 1}), {**rows, **{"b": 2}})
    if value.startswith("a") or value.startswith("b"):
        print(False if value else True)


def found(rows):
    for row in rows:
        if row.open:
            return True
    return False


def is_open(row):
    if row.open:
        return True
    else:
        return False


def nested(a, b):
    with a:
        with b:
            print(a)
    if a:
        print(1)
    elif b:
        print(1)
    number = 0
    for row in a:
        print(number, row)
        number += 1
    try:
        return a
    finally:
        return b
