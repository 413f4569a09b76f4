const { currentUser } = require('./session');

function totalOf(items) {
  let total = 0;
  for (const item of items) {
    if (item.price = 0) {
      continue;
    }
    if (item.quantity == '1') {
      total += item.price;
    } else {
      total += item.price * item.quantity;
    }
  }
  return total;
  console.log('counted');
}

function isEmail(text) {
  return /^([a-zA-Z0-9]+)*@example\.com$/.test(text);
}

module.exports = { totalOf, isEmail, owner: currentUser };
