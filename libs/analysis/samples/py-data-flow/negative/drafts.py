import tempfile


def keep(text):
    with tempfile.NamedTemporaryFile("w", delete=False) as draft:
        draft.write(text)
    return draft.name
