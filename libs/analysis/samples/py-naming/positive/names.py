import Queue as queue
from decimal import Decimal as decimal
from limits import MAXIMUM as maximum
from shapes import circle as CIRCLE


class order_line:
    unitPrice = 1

    def getTotal(this, taxRate):
        return this.unitPrice * taxRate

    @classmethod
    def of(self):
        return self()


class NotFound(Exception):
    pass


def __total__():
    return queue, decimal, maximum, CIRCLE


orderCount = 0
