function open(order) {
  with (order) {
    sum = price * count;
  }
}

module.exports = { open };
