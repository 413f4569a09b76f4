import { before, isDangerous } from './places';

export const python = (index: number): string => `import os

from flask import Blueprint, jsonify, request

from routes${before(index)} import named_${before(index)}

routes = Blueprint("routes${index}", __name__)


class Store${index}:
    def __init__(self, limit):
        self.limit = limit
        self.rows = []
        self.names = {}

    def add(self, row):
        if len(self.rows) >= self.limit:
            raise ValueError("the store is full")
        self.rows.append(row)
        self.names[row["name"]] = row
        return self

    def total(self, factor):
        total = 0
        for row in self.rows:
            if row["kind"] == "credit":
                total += row["amount"] * factor
            elif row["kind"] == "debit":
                total -= row["amount"] * factor
            else:
                continue
        return total


def named_${index}(value, kind="credit"):
    text = str(value).strip()
    if kind == "credit":
        return {"name": text, "kind": kind, "amount": len(text)}
    if kind == "debit":
        return {"name": text.upper(), "kind": kind, "amount": -len(text)}
    return named_${before(index)}(text, "credit")


@routes.route("/items${index}")
def items_${index}():
    store = Store${index}(100)
    name = request.args.get("name", "")
    for kind in request.args.getlist("kind"):
        store.add(named_${index}(name, kind))
    rows = [dict(row, label=f"{row['name']}: {row['amount']}") for row in store.rows]
    command = ${isDangerous(index) ? '"ls " + name' : '" ".join(["ls", str(len(rows))])'}
    os.system(command)
    return jsonify({"total": store.total(2), "rows": rows})
`;
