"""A second checker, written apart from packages/proofs with Python's standard library only.

Reads {"key": …, "files": […]} from standard input: records and balances as the product gives them. Writes a JSON array with
"ok" or the reason for each file. tests/harness/second-checker.test.ts compares it with packages/proofs.
"""
import base64
import hashlib
import hmac
import json
import sys
from datetime import datetime, timezone
from fractions import Fraction

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
SQRT_M1 = pow(2, (P - 1) // 4, P)
NAV = 10**12


class Wrong(Exception):
    pass


def require(holds, reason):
    if not holds:
        raise Wrong(reason)


# Ed25519, after RFC 8032, section 6.
def add_points(p, q):
    a = (p[1] - p[0]) * (q[1] - q[0]) % P
    b = (p[1] + p[0]) * (q[1] + q[0]) % P
    c = 2 * p[3] * q[3] * D % P
    d = 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def multiply(scalar, point):
    result = (0, 1, 1, 0)
    while scalar > 0:
        if scalar & 1:
            result = add_points(result, point)
        point = add_points(point, point)
        scalar >>= 1
    return result


def decompress(data):
    y = int.from_bytes(data, "little")
    sign = y >> 255
    y &= (1 << 255) - 1
    require(y < P, "not a point")
    x2 = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(x2, (P + 3) // 8, P)
    if (x * x - x2) % P:
        x = x * SQRT_M1 % P
    require((x * x - x2) % P == 0, "not a point")
    if x & 1 != sign:
        x = P - x
    return x, y, 1, x * y % P


BASE_Y = 4 * pow(5, P - 2, P) % P
BASE = decompress(BASE_Y.to_bytes(32, "little"))


def is_signed(public, message, signature):
    point, nonce = decompress(public), decompress(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    if s >= ORDER:
        return False
    h = int.from_bytes(hashlib.sha512(signature[:32] + public + message).digest(), "little") % ORDER
    left, right = multiply(s, BASE), add_points(nonce, multiply(h, point))
    return (left[0] * right[2] - right[0] * left[2]) % P == 0 and (left[1] * right[2] - right[1] * left[2]) % P == 0


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def open_checkpoint(note, key):
    name, key_id, encoded = key.split("+", 2)
    material = base64.b64decode(encoded)
    require(sha256(name.encode() + b"\n" + material)[:4].hex() == key_id and material[0] == 1, "bad key")
    text, _, lines = note.rpartition("\n\n")
    body = text + "\n"
    origin, size, root = body.split("\n")[:3]
    for line in lines.splitlines():
        _, signer, blob = line.split(" ")
        data = base64.b64decode(blob)
        if signer == name and data[:4].hex() == key_id:
            require(is_signed(material[1:], body.encode(), data[4:]), "bad signature")
            require(origin == name, "another log")
            return int(size), base64.b64decode(root)
    raise Wrong("not signed")


class Tiles:
    """Tiles of the file, and proofs from them (RFC 6962)."""

    def __init__(self, size, tiles):
        self.size, self.tiles, self.known = size, tiles, {}

    def node(self, level, index):
        if (level, index) not in self.known:
            if level % 8 == 0:
                self.known[level, index] = self.read(level // 8, index)
            else:
                self.known[level, index] = sha256(
                    b"\x01", self.node(level - 1, 2 * index), self.node(level - 1, 2 * index + 1)
                )
        return self.known[level, index]

    def read(self, level, index):
        number = index // 256
        width = min(256, self.size // 256**level - number * 256)
        digits = f"{number:03d}" if number < 1000 else f"x{number // 1000:03d}/{number % 1000:03d}"
        path = f"tile/{level}/{digits}" + (f".p/{width}" if width < 256 else "")
        require(path in self.tiles, "missing tile")
        tile = base64.b64decode(self.tiles[path])
        return tile[32 * (index % 256):][:32]

    def range(self, start, end):
        count = end - start
        if count & (count - 1) == 0 and start % count == 0:
            return self.node(count.bit_length() - 1, start // count)
        half = 1 << ((count - 1).bit_length() - 1)
        return sha256(b"\x01", self.range(start, start + half), self.range(start + half, end))

    def path(self, index, start, end):
        if end - start == 1:
            return []
        middle = start + (1 << ((end - start - 1).bit_length() - 1))
        if index < middle:
            return self.path(index, start, middle) + [self.range(middle, end)]
        return self.path(index, middle, end) + [self.range(start, middle)]


def verify_inclusion(leaf, index, size, proof, root):
    """RFC 9162, section 2.1.3.2."""
    require(index < size and len(leaf) == 32, "no such leaf")
    fn, sn, node = index, size - 1, leaf
    for beside in proof:
        require(sn > 0, "proof too long")
        if fn & 1 or fn == sn:
            node = sha256(b"\x01", beside, node)
            while not fn & 1 and fn:
                fn, sn = fn >> 1, sn >> 1
        else:
            node = sha256(b"\x01", node, beside)
        fn, sn = fn >> 1, sn >> 1
    require(sn == 0 and node == root, "leaf not in the log")


def check_leaves(file, key):
    size, root = open_checkpoint(file["checkpoint"], key)
    tiles = Tiles(size, file["tiles"])
    for each in file["leaves"]:
        index = each["index"]
        require(0 <= index < size, "no such leaf")
        verify_inclusion(sha256(b"\x00", each["leaf"].encode()), index, size, tiles.path(index, 0, size), root)


def whole(text, most=10**18):
    require(isinstance(text, str) and text.isascii() and text.isdigit() and int(text) < most, "not an amount")
    return int(text)


def le64(value):
    return value.to_bytes(8, "little")


def check_balance(file, key):
    check_leaves(file, key)
    proof, logged = file["proof"], json.loads(file["leaves"][0]["leaf"])
    require(logged["type"] == "liabilities", "not a day's total")
    require((proof["day"], proof["snapshot"]) == (logged["day"], logged["snapshot"]), "another day")
    owed = sum(whole(proof[name]) for name in ("available", "inPositions", "held"))
    require(sum(whole(leaf["value"]) for leaf in proof["leaves"]) == owed, "parts do not add up")
    require(len({leaf["index"] for leaf in proof["leaves"]}) == len(proof["leaves"]), "counted twice")
    nonce = sha256(base64.b64decode(proof["nonce"]), le64(int(proof["snapshot"])), le64(int(proof["account"])))
    for leaf in proof["leaves"]:
        index, value = whole(leaf["index"]), whole(leaf["value"])
        require(index < whole(logged["leaves"]) == 2 ** len(leaf["path"]), "not a leaf of this tree")
        digest = hmac.new(nonce, le64(value) + le64(index), "sha256").digest()
        for each in leaf["path"]:
            other, amount = base64.b64decode(each["digest"]), whole(each["value"])
            pair = [(digest, value), (other, amount)]
            left, right = pair if index % 2 == 0 else pair[::-1]
            digest = sha256(left[0], le64(left[1]), right[0], le64(right[1]))
            value, index = value + amount, index // 2
        require(digest.hex() == logged["root"] and value == whole(logged["total"]), "another root")


def decimal(value, places):
    sign, digits = "-" if value < 0 else "", str(abs(value)).rjust(places + 1, "0")
    return f"{sign}{digits[:-places]}.{digits[-places:]}"


def nav_of(text):
    units, _, fraction = text.partition(".")
    return int(units) * NAV + int(fraction.ljust(12, "0"))


def milliseconds(text):
    moment = datetime.fromisoformat(text.replace("Z", "+00:00")).astimezone(timezone.utc)
    return int(moment.timestamp()) * 1000 + moment.microsecond // 1000


def check_record(file, key):
    check_leaves(file, key)
    leaves = sorted(({**json.loads(each["leaf"]), "index": each["index"]} for each in file["leaves"]), key=lambda leaf: leaf["index"])
    openings = {leaf["openingId"]: leaf for leaf in leaves if leaf["type"] == "opening"}
    trades = [leaf for leaf in leaves if leaf["type"] == "trade" and leaf["botId"] == file["botId"]]
    changes = [leaf for leaf in leaves if leaf["type"] in ("trade", "interest") and leaf["botId"] == file["botId"]]
    before, closed, last_days, parts = None, 0, {}, {}
    for change in changes:
        start = before["navAfter"] if before and before["series"] == change["series"] else "1"
        require(nav_of(start) == nav_of(change["navBefore"]), "does not continue")
        before = change
        if change["type"] == "interest":
            rate = nav_of(change["gross"]) - nav_of(change["margin"])
            earned = nav_of(change["idle"]) * rate // NAV
            require(0 <= rate <= nav_of(change["gross"]) and nav_of(change["idle"]) <= nav_of(change["navBefore"]), "more than the idle cash earned")
            require(nav_of(change["navAfter"]) - nav_of(change["navBefore"]) == earned, "interest at another rate")
            require(change["closeSequence"] == str(closed), "interest in another place")
            market = (change["feed"], change["record"])
            require(last_days.get(market, "") < change["day"], "a day earned twice")
            last_days[market] = change["day"]
            continue
        trade = change
        closed += 1
        require(trade["sequence"] == str(closed), "a trade is missing")
        rise = (nav_of(trade["navAfter"]) - nav_of(trade["navBefore"])) * 1_000_000
        if trade.get("returnPct") is not None:
            require(trade["returnPct"] == decimal(rise // nav_of(trade["navBefore"]), 4), "another return")
        if trade["opening"] is not None:
            opening = openings.get(trade["openingId"])
            sealed = sha256(bytes.fromhex(trade["openingNonce"]), trade["opening"].encode()).hex()
            require(opening and opening["index"] < trade["index"] and opening["hash"] == sealed, "opening not logged")
            parts[trade["openingId"]] = parts.get(trade["openingId"], 0) + nav_of(trade["exposure"])
            require(parts[trade["openingId"]] <= nav_of(json.loads(trade["opening"])["exposure"]), "closes more than was opened")
    registered = [leaf for leaf in leaves if leaf["type"] == "registration" and leaf["botName"] == file["botName"]]
    require(registered, "no registration")
    first = [leaf for leaf in leaves if leaf["type"] in ("opening", "trade")]
    require(not first or registered[0]["index"] < first[0]["index"], "registered late")
    require(all(trade["openedAt"] >= registered[0]["registeredAt"] for trade in trades), "registered late")
    starts = [leaf for leaf in leaves if (leaf["type"], leaf.get("botId"), leaf.get("feed")) == ("record", file["botId"], file["feed"])]
    start = starts[-1]["index"] if starts else -1
    if starts:
        earlier = sum(trade["index"] < start for trade in trades)
        require(file["feed"] == "replay" and starts[-1]["afterSequence"] == str(earlier), "begins elsewhere")
    own = [change for change in changes if change["feed"] == file["feed"] and change["index"] > start]
    for name, value in figures(own, file["since"], file["until"]).items():
        require(file["figures"].get(name) == value, f"{name} is {value}")


def figures(changes, since, until):
    nav = peak = NAV
    deepest = gains = losses = won = held = 0
    closes = []
    trades = [change for change in changes if change["type"] == "trade"]
    for trade in changes:
        start, end = nav_of(trade["navBefore"]), nav_of(trade["navAfter"])
        path = [nav * nav_of(trade["lowestNav"]) // start] if trade["type"] == "trade" else []
        nav = nav * end // start
        for point in [*path, nav]:
            peak = max(peak, point)
            deepest = max(deepest, (peak - point) * NAV // peak)
        if trade["type"] == "interest":
            closes.append((milliseconds(trade["at"]) // 86_400_000, nav))
            continue
        result = (end - start) * NAV // start
        gains, losses = gains + max(result, 0), losses - min(result, 0)
        won += end > start
        held += milliseconds(trade["executedAt"]) - milliseconds(trade["openedAt"])
        closes.append((milliseconds(trade["executedAt"]) // 86_400_000, nav))

    def ago(days):
        at = milliseconds(until) - days * 86_400_000
        if since is None or milliseconds(since) > at:
            return None
        then = next((value for day, value in reversed(closes) if day <= at // 86_400_000), NAV)
        return decimal((nav - then) * 10_000 // then, 2)

    count = len(trades)
    return {
        "closedTrades": count,
        "nav": decimal(nav, 12),
        "returnPct": decimal((nav - NAV) * 10_000 // NAV, 2),
        "return30DaysPct": ago(30),
        "return90DaysPct": ago(90),
        "winRatePct": decimal(won * 10_000 // count, 2) if count else None,
        "maxDrawdownPct": decimal(deepest * 10_000 // NAV, 2),
        "profitFactor": decimal(gains * 100 // losses, 2) if losses else None,
        "averageHoldingSeconds": (2 * held + count * 1000) // (2000 * count) if count else None,
    }


# Keccak-256, as Ethereum uses it (padding 0x01), after the Keccak reference.
ROUND_CONSTANTS = []
lfsr = 1
for _ in range(24):
    constant = 0
    for power in range(7):
        if lfsr & 1:
            constant |= 1 << ((1 << power) - 1)
        lfsr = lfsr << 1 ^ (0x171 if lfsr & 0x80 else 0)
    ROUND_CONSTANTS.append(constant)
MASK = 2**64 - 1


def rotate(lane, bits):
    return (lane << bits % 64 | lane >> (64 - bits % 64)) & MASK


def permute(a):
    for constant in ROUND_CONSTANTS:
        columns = [a[x][0] ^ a[x][1] ^ a[x][2] ^ a[x][3] ^ a[x][4] for x in range(5)]
        a = [[a[x][y] ^ columns[x - 1] ^ rotate(columns[(x + 1) % 5], 1) for y in range(5)] for x in range(5)]
        x, y, current = 1, 0, a[1][0]
        for step in range(24):
            x, y = y, (2 * x + 3 * y) % 5
            current, a[x][y] = a[x][y], rotate(current, (step + 1) * (step + 2) // 2)
        a = [[a[x][y] ^ (~a[(x + 1) % 5][y] & a[(x + 2) % 5][y]) for y in range(5)] for x in range(5)]
        a[0][0] ^= constant
    return a


def keccak256(data):
    rate = 136
    padded = bytearray(data + b"\x01" + bytes(-(len(data) + 1) % rate))
    padded[-1] |= 0x80
    a = [[0] * 5 for _ in range(5)]
    for start in range(0, len(padded), rate):
        for lane in range(rate // 8):
            a[lane % 5][lane // 5] ^= int.from_bytes(padded[start + 8 * lane:start + 8 * lane + 8], "little")
        a = permute(a)
    return b"".join(a[x][0].to_bytes(8, "little") for x in range(4))


# secp256k1 (SEC 2, 2.4.1) and the recovery of a key (SEC 1, 4.1.6).
FIELD = 2**256 - 2**32 - 977
COUNT = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
GENERATOR = (
    0x79BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798,
    0x483ADA7726A3C4655DA4FBFC0E1108A8FD17B448A68554199C47D08FFB10D4B8,
)


def add_affine(p, q):
    if p is None or q is None:
        return p or q
    if p[0] == q[0] and (p[1] + q[1]) % FIELD == 0:
        return None
    if p == q:
        slope = 3 * p[0] * p[0] * pow(2 * p[1], -1, FIELD)
    else:
        slope = (q[1] - p[1]) * pow(q[0] - p[0], -1, FIELD)
    x = (slope * slope - p[0] - q[0]) % FIELD
    return x, (slope * (p[0] - x) - p[1]) % FIELD


def scale_affine(scalar, point):
    result = None
    while scalar > 0:
        if scalar & 1:
            result = add_affine(result, point)
        point = add_affine(point, point)
        scalar >>= 1
    return result


def recover_key(digest, r, s, odd):
    require(0 < r < COUNT and 0 < s < COUNT and odd in (0, 1), "bad signature")
    y = pow(r**3 + 7, (FIELD + 1) // 4, FIELD)
    require((y * y - r**3 - 7) % FIELD == 0, "bad signature")
    point = (r, y if y % 2 == odd else FIELD - y)
    inverse = pow(r, -1, COUNT)
    key = add_affine(
        scale_affine(s * inverse % COUNT, point), scale_affine(-int.from_bytes(digest, "big") * inverse % COUNT, GENERATOR)
    )
    require(key is not None, "bad signature")
    return key


def is_ecdsa(key, digest, r, s):
    """SEC 1, 4.1.4."""
    if not (0 < r < COUNT and 0 < s < COUNT):
        return False
    inverse = pow(s, -1, COUNT)
    point = add_affine(
        scale_affine(int.from_bytes(digest, "big") * inverse % COUNT, GENERATOR), scale_affine(r * inverse % COUNT, key)
    )
    return point is not None and point[0] % COUNT == r


def numbers_of(data):
    return int.from_bytes(data[:32], "big"), int.from_bytes(data[32:64], "big")


def account_of(title, text, signature):
    """Twenty bytes of an address of Ethereum or Tron."""
    data, message = bytes.fromhex(signature.removeprefix("0x")), text.encode()
    require(len(data) == 65, "a signature has 65 bytes")
    digest = keccak256(f"\x19{title} Signed Message:\n{len(message)}".encode() + message)
    key = recover_key(digest, *numbers_of(data), data[64] % 27)
    return keccak256(key[0].to_bytes(32, "big") + key[1].to_bytes(32, "big"))[12:]


# Addresses and messages of Bitcoin and Litecoin: BIP-137, BIP-141, BIP-143, BIP-173, BIP-322.
COINS = {"BTC": [("Bitcoin", 0, "bc"), ("Bitcoin", 0x6F, "tb")], "LTC": [("Litecoin", 0x30, "ltc"), ("Litecoin", 0x6F, "tltc")]}


def hash160(data):
    return hashlib.new("ripemd160", sha256(data)).digest()


def twice(*parts):
    return sha256(sha256(*parts))


def measured(data):
    return (bytes([len(data)]) if len(data) < 0xFD else b"\xfd" + len(data).to_bytes(2, "little")) + data


def base58(version, payload):
    data = bytes([version]) + payload
    data += twice(data)[:4]
    rest, text = int.from_bytes(data, "big"), ""
    while rest:
        rest, digit = divmod(rest, 58)
        text = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"[digit] + text
    return "1" * (len(data) - len(data.lstrip(b"\0"))) + text


def segwit(prefix, program):
    number = int.from_bytes(program, "big")
    words = [0] + [number >> shift & 31 for shift in range(155, -5, -5)]
    sum_ = 1
    for word in [ord(c) >> 5 for c in prefix] + [0] + [ord(c) & 31 for c in prefix] + words + [0] * 6:
        top, sum_ = sum_ >> 25, (sum_ & 0x1FFFFFF) << 5 ^ word
        for bit, part in enumerate((0x3B6A57B2, 0x26508E6D, 0x1EA119FA, 0x3D4233DD, 0x2A1462B3)):
            sum_ ^= part if top >> bit & 1 else 0
    words += [(sum_ ^ 1) >> shift & 31 for shift in range(25, -5, -5)]
    return prefix + "1" + "".join("qpzry9x8gf2tvdw0s3jn54khce6mua7l"[word] for word in words)


def compress(key):
    return bytes([2 + key[1] % 2]) + key[0].to_bytes(32, "big")


def signers(title, version, prefix, text, signature):
    """The addresses of the key that signed a text."""
    data = base64.b64decode(signature, validate=True)
    if len(data) != 65:
        return [segwit(prefix, open_witness(text, data))]
    require(27 <= data[0] <= 42, "bad signature")
    digest = twice(measured(f"{title} Signed Message:\n".encode()), measured(text.encode()))
    key = recover_key(digest, *numbers_of(data[1:]), (data[0] - 27) % 4)
    if data[0] < 31:
        return [base58(version, hash160(b"\4" + key[0].to_bytes(32, "big") + key[1].to_bytes(32, "big")))]
    return [base58(version, hash160(compress(key))), segwit(prefix, hash160(compress(key)))]


def open_witness(text, data):
    """BIP-322, "simple", of one key. Gives the key's hash."""
    length = data[1]
    der, key = data[2:2 + length], data[3 + length:]
    require(data[0] == 2 and data[2 + length] == len(key) == 33 and key[0] in (2, 3) and der[-1] == 1, "bad witness")
    x = int.from_bytes(key[1:], "big")
    y = pow(x**3 + 7, (FIELD + 1) // 4, FIELD)
    require((y * y - x**3 - 7) % FIELD == 0, "not a point")
    point, none, nothing = (x, y if y % 2 == key[0] % 2 else FIELD - y), bytes(4), bytes(8)
    tag = sha256(b"BIP0322-signed-message")
    claim = b"\0\x20" + sha256(tag, tag, text.encode())
    to_spend = none + b"\1" + bytes(32) + b"\xff" * 4 + measured(claim) + none + b"\1" + nothing + measured(b"\0\x14" + hash160(key)) + none
    coin = twice(to_spend) + none
    code = measured(b"\x76\xa9\x14" + hash160(key) + b"\x88\xac")
    parts = none + twice(coin) + twice(none) + coin + code + nothing + none + twice(nothing + b"\1\x6a") + none
    require(der[0] == 0x30 and der[1] == len(der) - 3 and der[2] == 2 and der[4 + der[3]] == 2, "bad signature")
    r, s = der[4:4 + der[3]], der[6 + der[3]:-1]
    require(len(s) == der[5 + der[3]], "bad signature")
    require(is_ecdsa(point, twice(parts + b"\1\0\0\0"), int.from_bytes(r, "big"), int.from_bytes(s, "big")), "not signed")
    return hash160(key)


def is_signed_for(network, address, text, signature, is_test):
    if network == "ERC20":
        return "0x" + account_of("Ethereum", text, signature).hex() == address.lower()
    if network == "TRC20":
        return base58(0x41, account_of("TRON", text, signature)) == address
    return any(address in signers(*form, text, signature) for form in COINS[network][: 2 if is_test else 1])


def check_reserves(file, key):
    check_leaves(file, key)
    origin = file["checkpoint"].split("\n")[0]
    leaf, owed = (json.loads(each["leaf"]) for each in file["leaves"])
    require(owed["type"] == "liabilities" and (owed["day"], owed["total"]) == (leaf["day"], leaf["owed"]), "another day's total")
    holdings, names, days = list(leaf["statements"]), [], [each["asOf"] for each in leaf["statements"]]
    for each in leaf["addresses"]:
        address = each["address"].lower() if each["network"] == "ERC20" else each["address"]
        text = f"Reserves of {origin}\nAddress: {address}\nDate: {each['signedOn']}"
        require(is_signed_for(each["network"], address, text, each["signature"], leaf["isPaper"]), "not signed")
        names.append((each["network"], each["address"].lower()))
        days.append(each["signedOn"])
        holdings += each["holdings"]
    for each in leaf["statements"]:
        names += [(each["account"], each["currency"]), (each["file"], each["currency"])]
    require(len(set(names)) == len(names), "counted twice")
    ages = [(datetime.fromisoformat(leaf["day"]) - datetime.fromisoformat(day)).days for day in days]
    require(all(0 <= age <= 31 for age in ages), "too old")
    total = 0
    for each in holdings:
        cents = Fraction(each["amount"]) * Fraction(each["rate"]) * 100
        require(int(cents) == int(each["value"]), "another value")
        total += int(each["value"])
    coverage = decimal(max(total, 0) * 10_000 // int(leaf["owed"]), 2) if int(leaf["owed"]) else None
    require((str(total), coverage) == (leaf["total"], leaf["coveragePct"]), "another total")


CHECKS = {"wazi-record-1": check_record, "wazi-balance-1": check_balance, "wazi-reserves-1": check_reserves}


def check(file, key):
    try:
        CHECKS[file["format"]](file, key)
        return "ok"
    except (Wrong, ValueError, KeyError, TypeError, IndexError) as error:
        return f"wrong: {error}"


if __name__ == "__main__":
    given = json.load(sys.stdin)
    json.dump([check(file, given["key"]) for file in given["files"]], sys.stdout)
