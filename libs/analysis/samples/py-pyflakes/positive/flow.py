def stop():
    break


def go():
    continue


class Shelf:
    from shapes import *

    return 1


await_later = 1
yield await_later
