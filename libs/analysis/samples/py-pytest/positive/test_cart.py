import pytest


@pytest.fixture(scope="function")
def cart(request):
    request.addfinalizer(print)
    return []


@pytest.mark.usefixtures("cart")
@pytest.fixture
def shop():
    return 1


@pytest.mark.asyncio
@pytest.fixture
def basket():
    return 2


@pytest.yield_fixture
def till():
    yield 3


@pytest.mark.parametrize("count", [1, 2, 1])
@pytest.mark.usefixtures()
def test_add(cart, _shop, count, size=3):
    with pytest.raises():
        cart.add(count)
    with pytest.raises(ValueError):
        cart.add(size)
    with pytest.raises(KeyError):
        cart.open()
        cart.close()
    with pytest.warns(UserWarning):
        cart.open()
        cart.close()
    assert False, "never"


def test_remove(cart, mocker):
    mocker.patch("cart.price", lambda *args: 3)
    try:
        cart.remove(1)
    except KeyError as error:
        assert error.args
    pytest.fail()
