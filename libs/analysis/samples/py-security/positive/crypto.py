import ftplib
import logging.config
import os
import ssl
import tarfile
import telnetlib

import paramiko
import yaml
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from markupsafe import Markup


def encrypt(key):
    rsa.generate_private_key(public_exponent=65537, key_size=1024)
    return Cipher(algorithms.ARC4(key), mode=modes.ECB())


def connect(host, command):
    telnetlib.Telnet(host)
    ftplib.FTP(host)
    ssl.wrap_socket(ssl_version=ssl.PROTOCOL_SSLv3)
    ssl.wrap_socket()
    paramiko.exec_command(command)
    logging.config.listen(9999)
    os.system("chown root *")
    with tarfile.open(host) as archive:
        archive.extractall()
    return Markup("<b>" + command + "</b>")
