class Orders {
  int total(Order[] orders, String kind) {
    int sum = 0;
    for (int i = 0; i < orders.length; i++) {
      sum += orders[i].amount;
    }
    if ("credit".equals(kind) || kind == null) {
      return -sum;
    }
    kind = kind.toUpperCase();
    try {
      book(sum);
    } finally {
      close(() -> { return sum; });
    }
    return next() == next() ? sum : kind.length();
  }

  boolean same(Order one, Order other) {
    return one.id == other.id && one.amount == other.amount;
  }
}
