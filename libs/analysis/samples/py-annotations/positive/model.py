from typing import Any, Literal, Union


class Order:
    tags = []
    options: dict[str, str] = {}

    def __eq__(self, other: Any) -> bool:
        return True

    def __enter__(self) -> "Order":
        return self

    def __exit__(self, kind: int, error, trace) -> None:
        return None


def total(order: Any, tax: float | int, name: str = None) -> int | str | int:
    kind: Literal["a"] | Literal["b"] = order.kind
    which: type[int] | type[str] = order.which
    return kind, which, tax, name  # type: ignore


def first(__order: Union[int, str]) -> int:
    return __order
