import contextlib
import logging

logger = logging.getLogger(__name__)


def load(path):
    try:
        return open(path)
    except FileNotFoundError:
        return None


def save(path, rows):
    with contextlib.suppress(OSError):
        path.write(rows)
    for row in rows:
        try:
            row.save()
        except ValueError:
            logger.warning("left out %s", row)
            continue
    try:
        path.close()
    except KeyError as error:
        raise RuntimeError("cannot close") from error
    try:
        path.flush()
    except OSError:
        logger.exception("cannot flush")
        raise
    finally:
        path.close()
    return path


class NegativeError(Exception):
    pass


def check(value):
    if not isinstance(value, int):
        raise TypeError("not a number")
    if value < 0:
        raise NegativeError
    if value > 100:
        raise OverflowError("too large")
