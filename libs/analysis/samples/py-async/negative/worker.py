import asyncio
import time

import httpx
import trio


def blocking(path):
    time.sleep(1)
    with open(path) as file:
        return file.read()


async def work(url, ready):
    async with httpx.AsyncClient() as client:
        await client.get(url)
    await asyncio.sleep(1)
    process = await asyncio.create_subprocess_exec("ls")
    await process.wait()
    await asyncio.to_thread(blocking, "orders.txt")
    with trio.fail_after(3):
        await trio.sleep(1)
    await ready.wait()
