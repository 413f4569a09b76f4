from geometry import area


class TestArea:
    def test_of_nothing(self):
        assert area(0, 1) == 0


def test_area():
    assert area(1, 2) == 2
