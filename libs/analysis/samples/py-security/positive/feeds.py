import ssl
from xml.dom import expatbuilder, minidom, pulldom
import xml.sax
from xml.etree import cElementTree

import paramiko
from mako.template import Template
from pysnmp.hlapi import CommunityData, UsmUserData


def read(path):
    cElementTree.parse(path)
    xml.sax.expatreader.create_parser()
    expatbuilder.parse(path)
    xml.sax.parse(path)
    minidom.parse(path)
    return pulldom.parse(path)


def connect(sock, version=ssl.PROTOCOL_TLSv1):
    client = paramiko.client.SSHClient()
    client.set_missing_host_key_policy(paramiko.client.AutoAddPolicy)
    return ssl.SSLContext(version), client


def community():
    return CommunityData("public", mpModel=0), UsmUserData("monitor")


def render(text, runner):
    runner(text, shell=True)
    return Template(text).render()
