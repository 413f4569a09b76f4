def stop(items):
    for item in items:
        if item:
            break
        continue
    yield items
