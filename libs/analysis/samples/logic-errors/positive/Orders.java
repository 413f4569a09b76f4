class Orders {
  int total(Order[] orders, String kind) {
    int sum = 0;
    for (int i = 0; i <= orders.length; i++) {
      sum += orders[i].amount;
    }
    if (kind == "credit") {
      return -sum;
    }
    kind.toUpperCase();
    try {
      book(sum);
    } finally {
      return sum;
    }
  }

  boolean same(Order one, Order other) {
    return one.id == other.id && one.amount == one.amount;
  }
}
