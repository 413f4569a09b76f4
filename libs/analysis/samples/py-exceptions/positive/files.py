def read(paths):
    for path in paths:
        try:
            print(path.read_text())
        except Exception:
            continue


def count(path):
    try:
        return len(path.read_text())
    except (OSError, IOError):
        return 0
    except (ValueError, UnicodeDecodeError, ValueError):
        return 1
