import logging

logger = logging.getLogger(__name__)


def load(path):
    try:
        return open(path)
    except:
        return None


def save(path, rows):
    try:
        path.write(rows)
    except Exception:
        pass
    for row in rows:
        try:
            row.save()
        except ValueError:
            continue
    try:
        path.close()
    except KeyError:
        raise RuntimeError("cannot close")
    try:
        path.flush()
    except (OSError, IOError) as error:
        logger.error("cannot flush")
        raise error
    try:
        path.sync()
    except OSError:
        raise
    finally:
        return path


def check(value):
    ValueError("not a number")
    if not isinstance(value, int):
        raise ValueError("not a number")
    if value < 0:
        raise Exception("negative")
    if value == 0:
        raise
    if value > 100:
        raise OverflowError()
    try:
        value.save()
    except OSError as error:
        logger.exception("cannot save: %s", error)
