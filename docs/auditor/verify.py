#!/usr/bin/env python3
"""Verifies an export of a credit ledger: `python3 verify.py DIR --key KEY [--anchor HASH]...`

It shares no code with Assay. It recomputes every hash, amount and balance, and ends with 0 where all hold, with 1 where
one does not, and with 2 where it was asked wrongly. README.md beside it describes the format.
"""
import argparse, base64, hashlib, json, pathlib, sys, uuid
NAMESPACE, GENESIS = uuid.UUID("6f1c0a3e-5b0d-4d0e-9a58-0c4c6a1f7d21"), "0" * 64
FILES, ENDS = ("entries.jsonl", "events.jsonl", "prices.json"), ("ScanCompleted", "ScanFailed", "ScanCanceled")
NEVER, NO_OVERAGE = "9999-12", {"limit": 0, "microdollarsPerCredit": 0}
class Broken(Exception): pass
def check(holds, message):
    if not holds: raise Broken(message)
# Ed25519, RFC 8032 section 5.1: only the verification.
P, Q = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
def recover_x(y, sign):
    x2 = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(x2, (P + 3) // 8, P)
    x = x if (x * x - x2) % P == 0 else x * pow(2, (P - 1) // 4, P) % P
    check(y < P and (x * x - x2) % P == 0 and (x != 0 or not sign), "the signature or the key is no point of the curve")
    return P - x if x & 1 != sign else x
def add(a, b):
    e = (a[1] - a[0]) * (b[1] - b[0]) % P
    f = (a[1] + a[0]) * (b[1] + b[0]) % P
    g, h = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    return ((f - e) * (h - g) % P, (h + g) * (f + e) % P, (h - g) * (h + g) % P, (f - e) * (f + e) % P)
def times(n, point):
    result = (0, 1, 1, 0)
    while n > 0:
        result = add(result, point) if n & 1 else result
        point, n = add(point, point), n >> 1
    return result
def point_of(data):
    sign, y = divmod(int.from_bytes(data, "little"), 2**255)
    x = recover_x(y, sign)
    return (x, y, 1, x * y % P)
def is_signed(key, message, signature):
    check((len(key), len(signature)) == (32, 64), "a key has 32 bytes and a signature 64")
    s = int.from_bytes(signature[32:], "little")
    h = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % Q
    a = times(s, point_of((4 * pow(5, P - 2, P) % P).to_bytes(32, "little")))
    b = add(point_of(signature[:32]), times(h, point_of(key)))
    return s < Q and (a[0] * b[2] - b[0] * a[2]) % P == 0 and (a[1] * b[2] - b[1] * a[2]) % P == 0
def no_floats(text): check(False, f"{text} is no whole number")
def no_twice(pairs):
    check(len(dict(pairs)) == len(pairs), "an object names a member twice")
    return dict(pairs)
def parsed(text):
    return json.loads(text, parse_float=no_floats, parse_constant=no_floats, object_pairs_hook=no_twice)
def canonical(value):  # RFC 8785, for what a ledger holds
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
def following(period):
    return f"{int(period[:4]) + 1:04}-01" if period[5:] == "12" else f"{period[:5]}{int(period[5:]) + 1:02}"
def amount_of(value, what):
    check(type(value) is int and value >= 0, f"{what} is {value!r}, and must be a whole number from 0")
    return value
def total(parts, what="a part"):
    return sum(amount_of(part["amount"], what) for part in parts)
def draws_of(lots, amount):  # from one lot after the other, as far as they go
    draws = []
    for lot in lots:
        draws.append({"lot": lot["id"], "amount": min(amount, lot["remaining"])})
        amount -= draws[-1]["amount"]
    return [draw for draw in draws if draw["amount"] > 0]
class Charge:
    def __init__(self, carried={}):
        self.charged, self.refunded = carried.get("charged", 0), carried.get("refunded", 0)
        self.lines = {line["item"]: (line["amount"], line["category"]) for line in carried.get("lines", [])}
        self.drawn = [[draw["lot"], draw["amount"]] for draw in carried.get("drawn", [])]
    def add(self, lines):
        for line in lines:
            check(line["item"] not in self.lines, f"{line['item']} is charged twice")
            self.lines[line["item"]] = (line["amount"], line["category"])
    def give_back(self, amount):  # the last draws first
        undone = []
        while amount > 0:
            check(self.drawn, "more is returned than was drawn")
            lot, drawn = self.drawn.pop()
            part = min(drawn, amount)
            undone.append((lot, part))
            self.drawn += [[lot, drawn - part]] if part < drawn else []
            amount -= part
        return undone
class Ledger:
    def __init__(self, organization):
        self.organization, self.status, self.period, self.at = organization, "unopened", "", ""
        self.lots, self.charges, self.settled, self.awaited, self.head = {}, {}, set(), 0, GENESIS
        self.before, self.ever, self.owed, self.reversed, self.overage = {}, {}, 0, {}, NO_OVERAGE
    def balance(self):
        return sum(lot["remaining"] for lot in self.lots.values())
    def spent_first(self):
        return sorted((lot for lot in self.lots.values() if lot["kind"] != "overage"), key=lambda lot: (
            lot["expires"] or NEVER, lot["kind"] != "promotional", lot["grantedAt"], lot["id"]))
    def lot_of(self, name, kind, expires):
        return self.lots.setdefault(name, {"id": name, "kind": kind, "remaining": 0, "expires": expires,
                                           "grantedAt": f"{self.period}-01T00:00:00.000Z"})
    def lapsing(self):
        return [lot for lot in self.lots.values() if lot["remaining"] > 0 and lot["kind"] != "included"
                and (lot["expires"] or NEVER) < following(self.period)]
    def take(self, entry):
        kind, data = entry["type"], entry["data"]
        digest = hashlib.sha256(canonical({"type": kind, "data": data})).hexdigest()
        check(data["previousHash"] == self.head, "it does not follow the entry before it")
        check(entry["id"] == str(uuid.uuid5(NAMESPACE, f"ledger-entry/{digest}")), "its id is not made from its hash")
        check(data["at"] >= self.at, "its time runs backwards")
        check(hasattr(self, f"on_{kind}"), f"{kind} is no type of entry that this program knows")
        check(self.status == "open" or kind == "PeriodOpened"
              or (self.status == "opening" and kind in ("ChargesCarried", "CreditsGranted")),
              f"{kind} in a month that is {self.status}")
        getattr(self, f"on_{kind}")(data)
        check(data["balance"] == self.balance(),
              f"it claims a balance of {data['balance']} where the lots have {self.balance()}")
        self.head, self.at = digest, data["at"]
    def on_PeriodOpened(self, data):
        period, carried = data["period"], data["carried"]
        check(data["organizationId"] == self.organization, "it is of another organization")
        if self.status != "unopened":
            check(self.status == "closed", f"the end of {self.period} is missing")
            check(period == following(self.period), f"the month {following(self.period)} is missing")
        held = {lot for charge in self.charges.values() for lot, _ in charge.drawn}
        expected = []
        for lot in self.lots.values():
            lot = {**lot, **({"expires": following(self.period)} if lot["kind"] == "included" else {}),
                   "kind": {"included": "rollover", "overage": "purchased"}.get(lot["kind"], lot["kind"])}
            expected += [lot] * ((lot["expires"] or NEVER) >= period and (lot["remaining"] > 0 or lot["id"] in held))
        check(carried == expected, "the lots that it carries are not those that were left")
        check(data.get("owed", 0) == self.owed, "it carries another debt than was left")
        terms = data.get("overage", NO_OVERAGE)
        check(terms["limit"] <= self.overage["limit"], "it allows more overage than the month before")
        self.before, self.charges, self.settled, self.overage = self.charges, {}, set(), terms
        self.lots = {lot["id"]: dict(lot) for lot in carried}
        self.awaited = data.get("carrying", 0)
        self.period, self.status = period, "opening" if self.awaited > 0 else "open"
    def on_ChargesCarried(self, data):
        for carried in data["openCharges"]:
            charge, known = Charge(carried), self.before.pop(carried["sessionId"], None)
            check(known is not None and vars(known) == vars(charge), "a charge is carried that was not left so")
            self.charges[carried["sessionId"]] = charge
        self.settled |= {settled["sessionId"] for settled in data["settled"]}
        # Earlier releases announce none.
        self.awaited = max(0, self.awaited - len(data["openCharges"]) - len(data["settled"]))
        if self.awaited == 0 and self.status == "opening":
            check(not self.before, "open charges were left behind at the turn of the month")
            self.status = "open"
    def on_CreditsGranted(self, data):
        lot = data["lot"]
        amount_of(lot["remaining"], "a grant")
        check(lot["id"] not in self.lots, f"the lot {lot['id']} is granted twice")
        self.lots[lot["id"]] = dict(lot)
    def on_CreditsPurchased(self, data):
        check(data["paymentId"] not in self.reversed, f"{data['paymentId']} is credited twice")
        self.reversed[data["paymentId"]] = 0
        self.on_CreditsGranted(data)
    def withdraw(self, draws, expected, message="the credits are not drawn in the order of the lots"):
        check(draws == expected, message)
        for draw in expected:
            self.lots[draw["lot"]]["remaining"] -= draw["amount"]
    def purchased(self, first=None):
        return sorted((lot for lot in self.lots.values() if lot["kind"] == "purchased"),
                      key=lambda lot: (lot["id"] != first, lot["expires"] or NEVER, lot["grantedAt"], lot["id"]))
    def on_PurchaseReversed(self, data):
        self.reversed[data["paymentId"]] += amount_of(data["amount"], "a reversal")
        self.withdraw(data["taken"], draws_of(self.purchased(f"purchased-{data['paymentId']}"), data["amount"]))
        check(data["owed"] == data["amount"] - total(data["taken"]), "what is not taken is not what is owed")
        self.owed += data["owed"]
    def on_ReversalUndone(self, data):
        self.reversed[data["paymentId"]] -= amount_of(data["amount"], "an undone reversal")
        lot, less = data["lot"], min(self.owed, data["amount"])
        check((data["noLongerOwed"], lot["remaining"]) == (less, data["amount"] - less)
              and self.reversed[data["paymentId"]] >= 0, "another part comes back than went")
        self.owed -= less
        self.lots.setdefault(lot["id"], {**lot, "remaining": 0})["remaining"] += lot["remaining"]
    def on_DebtPaid(self, data):
        self.withdraw(data["drawn"], draws_of(self.purchased(), self.owed))
        check(data["amount"] == total(data["drawn"]), "the amount is not the sum of the lots")
        self.owed -= data["amount"]
    def on_CreditsCharged(self, data):
        amount = amount_of(data["amount"], "a charge")
        check(total(data["lines"]) == amount, "the amount is not the sum of the lines")
        allowed = 0 if self.owed > 0 else self.overage["limit"]
        check(amount == 0 or self.balance() - amount >= -allowed, "the balance does not cover the charge")
        expected = draws_of(self.spent_first(), amount)
        if total(expected) < amount:
            self.lot_of(f"overage-{self.period}", "overage", None)
            expected.append({"lot": f"overage-{self.period}", "amount": amount - total(expected)})
        check(data["sessionId"] not in self.settled or data["sessionId"] in self.charges, "it is settled already")
        charge = self.charges.setdefault(data["sessionId"], Charge())
        charge.add(data["lines"])
        charge.charged += amount
        self.withdraw(data["drawn"], expected)
        charge.drawn.extend([draw["lot"], draw["amount"]] for draw in expected)
    def charge_of(self, data):
        check(data["sessionId"] in self.charges, f"{data['sessionId']} has no open charge")
        return self.charges[data["sessionId"]]
    def on_ChargeReapportioned(self, data):
        charge = self.charge_of(data)
        moved = [item for item, (_, category) in charge.lines.items() if category == data["category"]]
        before = sum(charge.lines.pop(item)[0] for item in moved)
        check(total(data["lines"]) == before, "the lines that move do not add up to what they were")
        charge.add(data["lines"])
    def on_CreditsRefunded(self, data):
        charge, amount = self.charge_of(data), amount_of(data["amount"], "a refund")
        check(total(data["lines"]) == amount, "the amount is not the sum of the lines")
        for line in data["lines"]:
            check(charge.lines.pop(line["item"], [None])[0] == line["amount"], f"{line['item']} was not charged so")
        charge.refunded += amount
        expected = [{"lot": lot if lot in self.lots else f"returned-{self.period}", "amount": part}
                    for lot, part in charge.give_back(amount)]
        check(data["returned"] == expected, "the credits do not return to where they came from")
        for part in expected:
            self.lot_of(part["lot"], "rollover", self.period)["remaining"] += part["amount"]
    def on_ChargeSettled(self, data):
        charge = self.charge_of(data)
        check((data["charged"], data["refunded"]) == (charge.charged, charge.refunded),
              "it settles another sum than was charged and returned")
        self.settled.add(data["sessionId"])
        self.ever[data["sessionId"]] = charge.refunded
        del self.charges[data["sessionId"]]
    def on_OverageChanged(self, data):
        self.overage = {name: amount_of(value, name) for name, value in data["overage"].items()}
    def on_OverageSettled(self, data):
        lot, price = self.lots[f"overage-{self.period}"], self.overage["microdollarsPerCredit"]
        used, drawn = -lot["remaining"], draws_of(self.spent_first(), -lot["remaining"])
        self.withdraw(data["drawn"], drawn, "the overage is not covered in the order of the lots")
        sold = used - total(drawn)
        check([data[name] for name in ("lot", "used", "amount", "microdollarsPerCredit", "cents")]
              == [lot["id"], used, sold, price, sold * price // 10**10], "the overage is settled otherwise than used")
        lot["remaining"], self.reversed[data["paymentId"]] = 0, 0
    def on_CreditsLapsed(self, data):
        check(total(data["lapsed"]) == data["amount"], "the amount is not the sum of the lots")
        expected = [{"lot": lot["id"], "amount": lot["remaining"]} for lot in self.lapsing()]
        self.withdraw(data["lapsed"], expected, "the lots that lapse are not those that expire")
    def on_PeriodClosed(self, data):
        check(data["period"] == self.period and data["next"] == following(self.period), "it closes another month")
        check(not self.before, "open charges were left behind at the turn of the month")
        check(not self.lapsing(), f"{', '.join(lot['id'] for lot in self.lapsing())} should have lapsed")
        check(all(lot["remaining"] >= 0 for lot in self.lots.values()), "its overage is not settled")
        self.status = "closed"
def lines_of(directory, name, described):
    digest, count = hashlib.sha256(), 0
    with pathlib.Path(directory, name).open("rb") as file:
        for count, line in enumerate(file, 1):
            digest.update(line)
            check(line.endswith(b"\n"), f"{name} line {count} is cut")
            yield count, parsed(line.decode("utf-8"))
    check({"lines": count, "sha256": digest.hexdigest()} == described, f"{name} is not the file that was signed")
def verify(directory, key, anchors):
    names = sorted(path.name for path in pathlib.Path(directory).iterdir())
    check(names == sorted((*FILES, "manifest.json", "manifest.sig")), f"the bundle holds {names}")
    signed = pathlib.Path(directory, "manifest.json").read_bytes()
    signature = base64.b64decode(pathlib.Path(directory, "manifest.sig").read_bytes(), validate=True)
    check(is_signed(key, signed, signature), "the signature is not one of the given key over the manifest")
    manifest = parsed(signed.decode("utf-8"))
    check(manifest["format"] == "assay-audit/1", "the format is one that this program does not know")
    check(sorted(manifest["files"]) == sorted(FILES), "the manifest names other files")
    ledger, periods, wanted, count, ends = Ledger(manifest["organizationId"]), [], set(anchors), 0, 0
    for number, entry in lines_of(directory, "entries.jsonl", manifest["files"]["entries.jsonl"]):
        try:
            opening = entry["type"] == "PeriodOpened"
            revision = 0 if opening else periods[-1]["entries"] if periods else None
            ledger.take(entry)
            if opening:
                periods.append({"period": ledger.period, "follows": entry["data"]["previousHash"], "entries": 0})
            place = (f"credits-{ledger.organization}-{ledger.period}", revision)
            check((entry["stream"], entry["revision"]) == place, f"it is not revision {revision} of its month")
            periods[-1].update(entries=revision + 1, last=ledger.head, balance=ledger.balance(),
                               closed=ledger.status == "closed")
            wanted.discard(ledger.head)
            count += 1
        except (Broken, KeyError, TypeError, AttributeError) as error:
            raise Broken(f"entry {number}: {f'it lacks {error}' if isinstance(error, KeyError) else error}")
    check(count > 0, "the bundle has no entry: nothing was checked")
    check(periods == manifest["periods"], "the months are not those of the manifest")
    check((count, ledger.head) == (manifest["entries"], manifest["head"]), "the end is not that of the manifest")
    check(not wanted, f"no entry has the hash of an anchor, {sorted(wanted)}: the ledger was rewritten")
    for number, event in lines_of(directory, "events.jsonl", manifest["files"]["events.jsonl"]):
        if event["type"] in ENDS:
            session, refund, ends = event["stream"].removeprefix("session-"), event["data"]["refund"], ends + 1
            check(session in ledger.ever, f"{session} has ended, and the ledger has no settlement of it")
            check(ledger.ever[session] == refund["refunded"], f"{session} ended with another refund")
    check(len(list(lines_of(directory, "prices.json", manifest["files"]["prices.json"]))) == 1, "no prices")
    return count, periods, ends, ledger
def main():
    parser = argparse.ArgumentParser(description="Verifies an export of a credit ledger.")
    parser.add_argument("directory")
    parser.add_argument("--key", required=True, help="the public key, in base64, as you got it from the service itself")
    parser.add_argument("--anchor", action="append", default=[], help="a hash that you were given before; repeatable")
    given = parser.parse_args()
    try:
        count, periods, ends, ledger = verify(given.directory, base64.b64decode(given.key, validate=True), given.anchor)
    except (Broken, OSError, ValueError, KeyError, TypeError) as error:
        print(f"FAILED: {f'the bundle lacks {error}' if isinstance(error, KeyError) else error}")
        return 1
    print(f"OK: {count} entries of {len(periods)} months ({periods[0]['period']} to {periods[-1]['period']}) checked, "
          f"{ends} ends of sessions and {len(given.anchor)} anchors compared; balance {ledger.balance()} millionths "
          f"of a credit, head {ledger.head}")
    return 0
if __name__ == "__main__":
    sys.exit(main())
