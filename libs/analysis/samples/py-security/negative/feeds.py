import ssl

import defusedxml.minidom
import paramiko
from pysnmp.hlapi import UsmUserData


def read(path):
    return defusedxml.minidom.parse(path)


def connect(sock):
    client = paramiko.client.SSHClient()
    client.set_missing_host_key_policy(paramiko.client.RejectPolicy)
    return ssl.create_default_context(), client


def community(key, private):
    return UsmUserData("monitor", key, private)


def render(text, runner):
    return runner(text, shell=False)
