from typing import ClassVar, Literal, Self


class Order:
    tags: ClassVar[list[str]] = []
    names: tuple[str, ...] = ("a", "b")

    def __init__(self) -> None:
        self.options: dict[str, str] = {}

    def __eq__(self, other: object) -> bool:
        return True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *rest: object) -> None:
        return None


def total(order: Order, tax: float, name: str | None = None) -> int | str:
    kind: Literal["a", "b"] = order.kind
    which: type[int | str] = order.which
    return kind, which, tax, name  # type: ignore[return-value]


def first(order: int | str, /) -> int:
    return order
