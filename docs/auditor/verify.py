#!/usr/bin/env python3
"""Verifies an export of a credit ledger: `python3 verify.py DIR --key KEY [--anchor HASH]...` (README.md beside it).
It recomputes every hash, amount and balance: status 0 where all hold, 1 where one does not, 2 where asked wrongly."""
import argparse, base64, datetime, hashlib, itertools, json, math, os, pathlib, sys, uuid
NAMESPACE, GENESIS = uuid.UUID("6f1c0a3e-5b0d-4d0e-9a58-0c4c6a1f7d21"), "0" * 64
FILES, ENDS = ("entries.jsonl", "events.jsonl", "prices.json"), ("ScanCompleted", "ScanFailed", "ScanCanceled")
SUMS = {"CreditsCharged": "lines", "CreditsRefunded": "lines", "CreditsLapsed": "lapsed", "DebtPaid": "drawn"}
OPENING, NEVER, NO_OVERAGE = ("ChargesCarried", "CreditsGranted"), "9999-12", {"limit": 0, "microdollarsPerCredit": 0}
FIRST, ROLLED = "-01T00:00:00.000Z", {"included": "rollover", "overage": "purchased"}
def check(holds, message, value=None):
    if not holds: raise ValueError(message)
    return value
P, Q = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493  # of Ed25519, RFC 8032 section 5.1
D = -121665 * pow(121666, P - 2, P) % P
def add(a, b):
    k = D * a[0] * b[0] * a[1] * b[1]
    fractions = (a[0] * b[1] + a[1] * b[0], 1 + k), (a[1] * b[1] + a[0] * b[0], 1 - k)
    return tuple(n * pow(d, -1, P) % P for n, d in fractions)
def times(n, point):
    return add(times(n >> 1, add(point, point)), point if n & 1 else (0, 1)) if n else (0, 1)
def point_of(data):
    sign, y = divmod(int.from_bytes(data, "little"), 2**255)
    x2 = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(x2, (P + 3) // 8, P)
    x = x if (x * x - x2) % P == 0 else x * pow(2, (P - 1) // 4, P) % P
    check(y < P and (x * x - x2) % P == 0 and (x != 0 or not sign), "the signature or the key is no point of the curve")
    return (P - x if x & 1 != sign else x, y)
def is_signed(key, message, signature):
    check((len(key), len(signature)) == (32, 64), "a key has 32 bytes and a signature 64")
    s, base = int.from_bytes(signature[32:], "little"), point_of((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))
    h = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % Q
    return s < Q and times(s, base) == add(point_of(signature[:32]), times(h, point_of(key)))
def no_floats(text): check(False, f"{text} is no whole number")
def no_twice(pairs): return check(len(dict(pairs)) == len(pairs), "an object names a member twice", dict(pairs))
def parsed(text): return json.loads(text, parse_float=no_floats, parse_constant=no_floats, object_pairs_hook=no_twice)
def canonical(value): return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
def following(period): return f"{int(period[:4]) + int(period[5:]) // 12:04}-{int(period[5:]) % 12 + 1:02}"
def instant(at): return datetime.datetime.fromisoformat(at.replace("Z", "+00:00"))
def amount_of(value, what): return check(type(value) is int and value >= 0, f"{what} is no whole number from 0", value)
def total(parts, what="a part"): return sum(amount_of(part["amount"], what) for part in parts)
def draws_of(lots, amount):  # from one lot after the other, as far as they go
    before = [0, *itertools.accumulate(lot["remaining"] for lot in lots)]
    draws = [{"lot": lot["id"], "amount": min(lot["remaining"], amount - n)} for lot, n in zip(lots, before)]
    return [draw for draw in draws if draw["amount"] > 0]
def end_of(lot): return lot.get("expiresAt") or f"{lot['expires'] or NEVER}-end"  # behind all times of its month
def order(lot): return lot.get("priority", 50), end_of(lot), lot["kind"] != "promotional", lot["grantedAt"], lot["id"]
def shares_of(category, price, tools):  # equal shares of a price, which add up to it, by item
    return {f"tool:{tool}": (-(-(price - n) // len(tools)), category) for n, tool in enumerate(sorted(tools))}
def priced(prices, features, tools, base=0):  # the lines that a price list gives, by item
    lines = {"base": (base, "base"), **{f"ai:{name}": (prices["ai"][name]["price"], "ai") for name in features}}
    for name, named in tools.items(): lines.update(shares_of(name, prices["categories"][name]["price"], named))
    return {item: line for item, line in lines.items() if line[0] > 0}
class Charge:
    def __init__(self, carried={}):
        self.charged, self.refunded = carried.get("charged", 0), carried.get("refunded", 0)
        self.terms, self.drawn, self.lines = carried.get("terms", {}), list(carried.get("drawn", [])), {}
        self.add(carried.get("lines", []))
    def add(self, lines):
        added = {line["item"]: (line["amount"], line["category"]) for line in lines}
        check(len({*added, *self.lines}) == len(lines) + len(self.lines), "an item is charged twice")
        return self.lines.update(added) or added
    def give_back(self, amount):  # the last draws first
        check(amount <= total(self.drawn), "more is returned than was drawn")
        held = [{"id": draw["lot"], "remaining": draw["amount"]} for draw in self.drawn]
        self.drawn = draws_of(held, total(self.drawn) - amount)
        return draws_of(held[::-1], amount)
class Ledger:
    def __init__(self, organization, lists):
        self.organization, self.status, self.period, self.at, self.due = organization, "unopened", "", "", {}
        self.lists, self.listed = {each["list"]["version"]: each["list"] for each in lists}, lists[0]["at"]
        check(len({canonical(each["list"]) for each in lists}) == len(self.lists), "two price lists have one version")
        every = self.lists.values()
        self.free = {name for each in every for name, of in each["prices"]["categories"].items() if of["price"] == 0}
        self.sold = [(package["id"], package["credits"]) for each in every for package in each["packages"]]
        terms = [tier["overage"] for each in every for tier in each["tiers"].values() if tier["overage"]]
        self.prices, self.most = {n["microdollarsPerCredit"] for n in terms}, max([0, *(n["credits"] for n in terms)])
        self.lots, self.charges, self.settled, self.awaited, self.head, self.unpaid = {}, {}, set(), 0, GENESIS, None
        self.before, self.ever, self.owed, self.reversed, self.overage, self.periods = {}, {}, 0, {}, NO_OVERAGE, []
    def balance(self): return sum(lot["remaining"] for lot in self.lots.values())
    def spent_first(self): return sorted((lot for lot in self.lots.values() if lot["kind"] != "overage"), key=order)
    def lot_of(self, name, kind, expires):
        new = {"id": name, "kind": kind, "remaining": 0, "expires": expires, "grantedAt": f"{self.period}{FIRST}"}
        return self.lots.setdefault(name, new)
    def over(self, at=None):  # by their own time, or with the month
        at = f"{self.period}-end" if at is None else min(at, f"{self.period}-d")
        return [lot for lot in self.lots.values() if end_of(lot) <= at if lot["kind"] != "included" if lot["remaining"]]
    def take(self, entry):
        kind, data = entry["type"], entry["data"]
        digest = hashlib.sha256(canonical({"type": kind, "data": data})).hexdigest()
        check(data["previousHash"] == self.head, "it does not follow the entry before it")
        check(entry["id"] == str(uuid.uuid5(NAMESPACE, f"ledger-entry/{digest}")), "its id is not made from its hash")
        check(data["at"] >= self.at, "its time runs backwards")
        check(hasattr(self, f"on_{kind}"), f"{kind} is no type of entry that this program knows")
        isDue = kind == "PeriodOpened" or self.status == "open" or (self.status == "opening" and kind in OPENING)
        check(isDue, f"{kind} in a month that is {self.status}")
        check(not self.due or self.due.items() <= data.get("lot", {}).items(), "the month lacks what its tier includes")
        if kind in SUMS: check(total(data[SUMS[kind]]) == amount_of(data["amount"], "an amount"), "it has another sum")
        getattr(self, f"on_{kind}")(data)
        month, stream = self.periods[-1], f"credits-{self.organization}-{self.period}"
        check((entry["stream"], entry["revision"]) == (stream, month["entries"]), "it is not the next of its month")
        check(data["balance"] == self.balance(), f"it claims a balance of {data['balance']}, not {self.balance()}")
        self.head, self.at = digest, data["at"]
        month.update(entries=month["entries"] + 1, last=digest, balance=data["balance"], closed=self.status == "closed")
    def on_PeriodOpened(self, data):
        period, carried = data["period"], data["carried"]
        check(data["organizationId"] == self.organization, "it is of another organization")
        isNext = self.status == "unopened" or (self.status == "closed" and period == following(self.period))
        check(isNext, f"a month before {period} is missing, or its end")
        held, expected = {draw["lot"] for charge in self.charges.values() for draw in charge.drawn}, []
        for lot in self.lots.values():
            expires = following(self.period) if lot["kind"] == "included" else lot["expires"]
            lot = {**lot, "kind": ROLLED.get(lot["kind"], lot["kind"]), "expires": expires}
            expected += [lot] * ((lot["expires"] or NEVER) >= period and (lot["remaining"] > 0 or lot["id"] in held))
        check(carried == expected, "the lots that it carries are not those that were left")
        check((data.get("owed", 0), data.get("unpaid")) == (self.owed, self.unpaid), "it carries another debt")
        check(data.get("overage", NO_OVERAGE)["limit"] <= self.overage["limit"], "it allows more overage")
        self.on_OverageChanged({"overage": data.get("overage", NO_OVERAGE)})
        self.before, self.charges, self.settled = self.charges, {}, set()
        tiers = self.lists[data["prices"]]["tiers"] if "prices" in data else {}
        self.includes = {name: tier["creditsPerMonth"] for name, tier in tiers.items()}
        self.known, self.included, due = data.get("tiers", math.inf), 0, tiers and self.includes[data["tier"]]
        self.due = {"id": f"included-{period}", "kind": "included", "remaining": due} if due else {}
        self.lots, self.awaited = {lot["id"]: dict(lot) for lot in carried}, data.get("carrying", 0)
        self.periods.append({"period": period, "follows": self.head, "entries": 0})
        self.period, self.status = period, "opening" if self.awaited > 0 else "open"
    def on_ChargesCarried(self, data):
        for carried in data["openCharges"]:
            session, charge = carried["sessionId"], self.before.pop(carried["sessionId"])
            self.charges[session] = check(vars(charge) == vars(Charge(carried)), "a charge was not left so", charge)
        self.settled |= {settled["sessionId"] for settled in data["settled"]}
        self.awaited = max(0, self.awaited - len(data["openCharges"]) - len(data["settled"]))  # 0: an early release
        if self.awaited == 0 and self.status == "opening": self.status = check(not self.before, "some are left", "open")
    def on_CreditsGranted(self, data):
        lot, up = data["lot"], data.get("upgrade")
        check(amount_of(lot["remaining"], "a grant") >= 0 and lot["id"] not in self.lots, f"{lot['id']} comes twice")
        self.lots[lot["id"]] = dict(lot)
        if up:  # of the difference the part that whole days are left, or all of it where the month began without it
            begin, end = (instant(f"{month}{FIRST}") for month in (self.period, following(self.period)))
            at, index = instant(up["at"]), int(lot["id"].removeprefix(f"upgrade-{self.period}-"))
            days, left = (end - begin).days, (end - max(begin, at)).days
            check(index >= self.known if at < begin else at < end, "an upgrade is of another month")
            before = self.included if self.includes else up["includedBefore"]
            most = max(before, self.includes[up["to"]]) if self.includes else up["included"]
            claimed = [up["days"], up["daysLeft"], up["includedBefore"], up["included"], lot["remaining"]]
            check(claimed == [days, left, before, most, (most - before) * left // days], "an upgrade is wrong")
            self.included = most
        elif lot["kind"] == "included":
            self.included, self.due = check(self.due or not self.includes, "no lot of its tier", lot["remaining"]), {}
    def on_CreditsPurchased(self, data):
        check(data["paymentId"] not in self.reversed, "a payment is credited twice")
        known = any(name == data["packageId"] and data["lot"]["remaining"] % n == 0 for name, n in self.sold)
        check(known or data["at"] < self.listed, "no price list has its package")
        self.reversed[data["paymentId"]] = 0
        self.on_CreditsGranted(data)
    def withdraw(self, draws, expected, message="the credits are not drawn in the order of the lots"):
        check(draws == expected, message)
        for draw in expected: self.lots[draw["lot"]]["remaining"] -= draw["amount"]
        return total(expected)
    def purchased(self, first=None):
        return sorted((lot for lot in self.spent_first() if lot["kind"] == "purchased"), key=lambda a: a["id"] != first)
    def on_PurchaseReversed(self, data):
        self.reversed[data["paymentId"]] += amount_of(data["amount"], "a reversal")
        expected = draws_of(self.purchased(f"purchased-{data['paymentId']}"), data["amount"])
        owed = data["amount"] - self.withdraw(data["taken"], expected)
        self.owed += check(data["owed"] == owed, "what is not taken is not what is owed", owed)
    def on_ReversalUndone(self, data):
        self.reversed[data["paymentId"]] -= amount_of(data["amount"], "an undone reversal")
        lot, less = data["lot"], min(self.owed, data["amount"])
        check(self.reversed[data["paymentId"]] >= 0, "more comes back than went")
        check((data["noLongerOwed"], lot["remaining"]) == (less, data["amount"] - less), "another part comes back")
        self.owed -= less
        self.lots.setdefault(lot["id"], {**lot, "remaining": 0})["remaining"] += lot["remaining"]
    def on_DebtPaid(self, data): self.owed -= self.withdraw(data["drawn"], draws_of(self.purchased(), self.owed))
    def on_CreditsCharged(self, data):
        amount, allowed = data["amount"], 0 if self.owed > 0 else self.overage["limit"]
        check(amount == 0 or self.balance() - amount >= -allowed, "the balance does not cover the charge")
        check(not self.over(data["at"]), "what has expired has not lapsed")
        rest = {**self.lot_of(f"overage-{self.period}", "overage", None), "remaining": amount}  # as far as it takes
        expected = draws_of([*self.spent_first(), rest], amount)
        isFirst = data["sessionId"] not in self.charges
        check(not isFirst or data["sessionId"] not in self.settled, "it is settled already")
        charge = self.charges.setdefault(data["sessionId"], Charge({"terms": data.get("terms", {})}))
        lines = charge.add(data["lines"])
        check(lines == self.price_of(data, charge.terms, lines, isFirst), "its lines are not those of its price list")
        charge.charged, charge.drawn = charge.charged + self.withdraw(data["drawn"], expected), charge.drawn + expected
    def price_of(self, data, terms, lines, isFirst):  # by the list that the first charge of a session names
        if "prices" not in terms:  # earlier releases named none
            return check(data["at"] < self.listed or not isFirst, "it names no price list", lines)
        prices, block, plan = self.lists[terms["prices"]]["prices"], terms["lines"]["block"], data.get("plan")
        check(terms["lines"] == prices["lines"], "its price of lines is not that of its price list")
        if data["sessionId"].startswith("air_"):  # features of an AI report, or one of issues by their ids
            ai = {item: prices["ai"][item.split(":")[1]] for item in lines if item[:3] == "ai:" and item[-1] != ":"}
            return {item: (of["price"], "ai") for item, of in ai.items() if item.count(":") == 1 + of["perIssue"]}
        check((plan is not None, "linesCounted" in data) == (isFirst, not isFirst), "not what a first charge is of")
        if not isFirst:
            blocks = -(-data["linesCounted"] // block)
            check("quote" not in terms or blocks == -(-terms["quote"]["lines"] // block), "another size was quoted")
            return {"lines": (blocks * prices["lines"]["price"], "lines")}
        # Who pays a quote may have tools of a category that was not quoted, and is free by another list.
        left = self.free - {category for _, category in lines.values()} if "quote" in terms else set()
        tools = {category: named for category, named in plan["tools"].items() if category not in left}
        return priced(prices, plan["aiFeatures"], tools, prices["base"])
    def on_ChargeReapportioned(self, data):
        charge = self.charges[data["sessionId"]]
        moved = [item for item, (_, category) in charge.lines.items() if category == data["category"]]
        before, tools = sum(charge.lines.pop(item)[0] for item in moved), [line["tool"] for line in data["lines"]]
        check(charge.add(data["lines"]) == shares_of(data["category"], before, tools), "its shares are not equal")
    def on_CreditsRefunded(self, data):
        charge, amount = self.charges[data["sessionId"]], data["amount"]
        for line in data["lines"]: check(charge.lines.pop(line["item"], [None])[0] == line["amount"], "not charged so")
        charge.refunded += amount
        kept, late = {name for name, lot in self.lots.items() if end_of(lot) > data["at"]}, f"returned-{self.period}"
        expected = [{**draw, "lot": draw["lot"] if draw["lot"] in kept else late} for draw in charge.give_back(amount)]
        check(data["returned"] == expected, "the credits do not return to where they came from")
        for part in expected: self.lot_of(part["lot"], "rollover", self.period)["remaining"] += part["amount"]
    def on_ChargeSettled(self, data):
        charge = self.charges.pop(data["sessionId"])
        check((data["charged"], data["refunded"]) == (charge.charged, charge.refunded), "it settles another sum")
        self.settled.add(data["sessionId"])
        self.ever[data["sessionId"]] = charge
    def on_OverageChanged(self, data):  # of a tier of a price list, and at the price of what was used already
        limit, price = (amount_of(data["overage"][name], name) for name in ("limit", "microdollarsPerCredit"))
        isUsed = any(lot["kind"] == "overage" and lot["remaining"] for lot in self.lots.values())
        prices = {self.overage["microdollarsPerCredit"]} if isUsed else self.prices | ({0} if limit == 0 else set())
        check(price in prices and limit <= self.most, "no tier of a price list has its overage")
        self.overage = data["overage"]
    def on_OverageSettled(self, data):
        lot, price = self.lots[f"overage-{self.period}"], self.overage["microdollarsPerCredit"]
        used, drawn = -lot["remaining"], draws_of(self.spent_first(), -lot["remaining"])
        self.withdraw(data["drawn"], drawn, "the overage is not covered in the order of the lots")
        sold, before, isNew = used - total(drawn), self.unpaid or {"amount": 0, "cents": 0}, "isAttributed" in data
        due = {"amount": before["amount"] + sold, "cents": before["cents"] + sold * price // 10**10}
        left = True if isNew and 0 < due["cents"] < 50 else None  # to the next month: too little to be charged
        check([data.get(name) for name in "lot used amount microdollarsPerCredit cents before isLeft".split()] == [
            lot["id"], used, sold, price, sold * price // 10**10, self.unpaid, left], "it is settled otherwise")
        lot["remaining"], self.reversed[data["paymentId"]], self.unpaid = 0, 0, due if left else None
        payers = Charge({"drawn": drawn + draws_of([{"id": lot["id"], "remaining": sold}], sold)})
        for _, charge in sorted(self.charges.items(), reverse=True) if isNew else []:  # hold what paid for them
            parts = [payers.give_back(d["amount"]) if d["lot"] == lot["id"] else [d] for d in charge.drawn[::-1]]
            charge.drawn = [draw for part in parts for draw in part][::-1]
    def on_CreditsLapsed(self, data):
        expected = [{"lot": lot["id"], "amount": lot["remaining"]} for lot in self.over(data["at"]) or self.over()]
        self.withdraw(data["lapsed"], expected, "the lots that lapse are not those that expire")
    def on_PeriodClosed(self, data):
        check(data["period"] == self.period and data["next"] == following(self.period), "it closes another month")
        check(not self.before and all(lot["remaining"] >= 0 for lot in self.lots.values()), "charges are left behind")
        check(not self.over(), f"{', '.join(lot['id'] for lot in self.over())} should have lapsed")
        self.status = "closed"
def lines_of(directory, name, described):
    digest, count = hashlib.sha256(), 0
    for count, line in enumerate(pathlib.Path(directory, name).open("rb"), 1):
        digest.update(line)
        check(line.endswith(b"\n"), f"{name} line {count} is cut")
        yield count, parsed(line.decode("utf-8"))
    check({"lines": count, "sha256": digest.hexdigest()} == described, f"{name} is not the file that was signed")
def verify(directory, key, anchors):
    check({*os.listdir(directory)} == {*FILES, "manifest.json", "manifest.sig"}, "files are missing, or others there")
    signed = pathlib.Path(directory, "manifest.json").read_bytes()
    signature = base64.b64decode(pathlib.Path(directory, "manifest.sig").read_bytes(), validate=True)
    check(is_signed(key, signed, signature), "the signature is not one of the given key over the manifest")
    manifest = parsed(signed.decode("utf-8"))
    check((manifest["format"], sorted(manifest["files"])) == ("assay-audit/1", sorted(FILES)), "an unknown format")
    entries, events, prices = (lines_of(directory, name, manifest["files"][name]) for name in FILES)
    lists = [line for _, line in prices]
    check(len(lists) == 1 and lists[0]["versions"], "no prices")
    ledger, wanted, count = Ledger(manifest["organizationId"], lists[0]["versions"]), set(anchors), 0
    for count, entry in entries:
        try:
            ledger.take(entry)
            wanted.discard(ledger.head)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"entry {count}: {f'it lacks {error}' if isinstance(error, KeyError) else error}")
    check(count > 0, "the bundle has no entry: nothing was checked")
    check(ledger.periods == manifest["periods"], "the months are not those of the manifest")
    isEnd = (count, ledger.head, ledger.due) == (manifest["entries"], manifest["head"], {})
    check(isEnd, "the end is not that of the manifest, or its month lacks what its tier includes")
    check(not wanted, f"no entry has the hash of an anchor, {sorted(wanted)}: the ledger was rewritten")
    told = [event for _, event in events]
    ended = [event for event in told if event["type"] in ENDS]
    for session, event in ((event["stream"].removeprefix("session-"), event) for event in ended):
        check(ledger.ever[session].refunded == event["data"]["refund"]["refunded"], f"{session} was settled otherwise")
    for help in (event["data"] for event in told if event["type"] == "IssueHelpDelivered"):
        given = {f"ai:{help['feature']}:{finding}" for finding in help["delivered"]}
        check(ledger.ever[help["reportId"]].lines.keys() == given, f"{help['reportId']} is charged for something else")
    return count, len(ended), ledger
def main():
    parser = argparse.ArgumentParser(description="Verifies an export of a credit ledger.")
    parser.add_argument("directory")
    parser.add_argument("--key", required=True, help="the public key, in base64, as you got it from the service itself")
    parser.add_argument("--anchor", action="append", default=[], help="a hash that you were given before; repeatable")
    given = parser.parse_args()
    try:
        count, ends, ledger = verify(given.directory, base64.b64decode(given.key, validate=True), given.anchor)
    except (OSError, ValueError, KeyError, TypeError) as error:
        return print(f"FAILED: {f'the bundle lacks {error}' if isinstance(error, KeyError) else error}") or 1
    months = f"{len(ledger.periods)} months ({ledger.periods[0]['period']} to {ledger.period})"
    print(f"OK: {count} entries of {months} checked, {ends} ends of sessions and {len(given.anchor)} anchors compared; "
          f"balance {ledger.balance()} millionths of a credit, head {ledger.head}")
    return 0
if __name__ == "__main__": sys.exit(main())
