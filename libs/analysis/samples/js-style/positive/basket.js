var basket = [];

export function add(quantity = 1, product, price, currency, tax, discount, note, gift) {
  let label = quantity > 1 ? (gift ? 'gifts' : 'items') : 'item';
  let a = (b = 0);
  var b;
  price = price * quantity;
  basket.push({ product, price, ['label']: label, currency, tax, discount, note, a });
  if (0 < price) {
    return basket.total = price;
  }
  return Math.max.apply(Math, arguments);
}

export function has(product) {
  const copy = Object.assign({}, product);
  return Object.prototype.hasOwnProperty.call(copy, 'price') && Math.pow(copy.price, 2) > parseInt('ff', 16);
}

export function kind(product) {
  switch (product.kind) {
    default:
      return 'other';
    case 'book':
      return 'book';
  }
}

export const text = 'first line \
second line';

export const price = {
  get net() {
    return 1;
  },
  tax: 0.2,
  set net(value) {
    basket.net = value;
  },
};

export function find(rows) {
  rows: for (const row of rows) {
    if (row) continue rows;
  }
}
