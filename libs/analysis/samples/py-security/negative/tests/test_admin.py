import random

import requests


def test_login(client):
    client.login("admin", password="made-up-for-this-test")
    assert requests.get("http://localhost").ok
    assert random.random() < 1
