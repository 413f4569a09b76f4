import tempfile


def keep(text):
    name = tempfile.mktemp()
    with open(name, "w") as draft:
        draft.write(text)
    return name
