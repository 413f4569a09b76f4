import pytest


@pytest.fixture
def cart():
    yield []
    print("done")


@pytest.fixture
def shop(cart):
    return cart


@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.usefixtures("shop")
def test_add(cart, count):
    with pytest.raises(ValueError, match="not sold here"):
        cart.add(count)
    cart.open()
    with pytest.raises(KeyError):
        cart.close()
    with pytest.warns(UserWarning):
        cart.close()


def test_remove(cart, mocker):
    mocker.patch("cart.price", return_value=3)
    with pytest.raises(KeyError) as caught:
        cart.remove(1)
    assert caught.value.args
    if not cart:
        pytest.fail("the cart is empty")
