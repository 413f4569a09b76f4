import unittest


class CartTest(unittest.TestCase):
    def test_total(self):
        self.assertEqual(1, 1)


def read(connection):
    try:
        return connection.recv(1)
    except TimeoutError:
        return None
