import os
import subprocess
import time

import requests
import trio


async def work(url, timeout=3):
    requests.get(url)
    time.sleep(1)
    subprocess.run(["ls"])
    os.popen("ls")
    subprocess.Popen(["ls"])
    with open("orders.txt") as file:
        print(file.read())
    with trio.fail_after(timeout):
        print("nothing to wait for")
    trio.sleep(1)
    await trio.sleep(0)
    await trio.sleep(86401)
    while not url.ready:
        await trio.sleep(1)
    os.wait()
