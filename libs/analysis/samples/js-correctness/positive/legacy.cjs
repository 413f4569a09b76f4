function open(order) {
  with (order) {
    sum = price * count;
  }
}

function forget(order) {
  delete order;
}

function total(order) {
  var undefined = 3;
  return order.total || undefined;
}

module.exports = { open, forget, total };
