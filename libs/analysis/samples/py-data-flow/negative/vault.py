import hashlib
import os
import ssl

import requests
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

BITS = 3072
CHECKS = "/etc/shop/authority.pem"


def pair():
    return rsa.generate_private_key(public_exponent=65537, key_size=BITS)


def cipher(nonce):
    return Cipher(algorithms.AES(os.environ["SHOP_KEY"].encode()), modes.GCM(nonce))


def other_cipher(key):
    start = os.urandom(16)
    return Cipher(algorithms.AES(key), modes.CBC(start))


def derived(typed):
    grains = os.urandom(16)
    return hashlib.pbkdf2_hmac("sha256", typed, grains, 600_000)


def context():
    settings = ssl.create_default_context()
    settings.verify_mode = ssl.CERT_REQUIRED
    return settings


def prices():
    return requests.get("https://prices.example/", verify=CHECKS, timeout=5)
