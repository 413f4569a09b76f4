import ssl
import tarfile

from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from markupsafe import Markup


def encrypt(key):
    rsa.generate_private_key(public_exponent=65537, key_size=3072)
    return AESGCM(key)


def connect(host, command):
    context = ssl.create_default_context()
    with tarfile.open(host) as archive:
        archive.extractall(filter="data")
    return context, Markup("<b>{}</b>").format(command)
