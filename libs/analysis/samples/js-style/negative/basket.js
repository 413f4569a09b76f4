const basket = [];

export function add(product, price, { quantity = 1, gift = false } = {}) {
  const label = gift ? 'gift' : 'item';
  let total = 0;
  price *= quantity;
  total = price;
  basket.push({ product, total, label, [product.key]: 1 });
  if (price > 0) return total;
  return Math.max(...basket.map((row) => row.total));
}

export function has(product) {
  const copy = { ...product };
  const target = Object.assign(basket, copy);
  return Object.hasOwn(copy, 'price') && copy.price ** 2 > 0xff && target;
}

export function kind(product) {
  switch (product.kind) {
    case 'book':
      return 'book';
    default:
      return 'other';
  }
}

export const text = `first line
second line`;

export const price = {
  tax: 0.2,
  get net() {
    return basket.net;
  },
  set net(value) {
    basket.net = value;
  },
};

export function find(table) {
  rows: for (const row of table) {
    for (const cell of row) {
      if (cell === undefined) continue rows;
      if (0 < cell && cell < 10) return cell;
    }
  }
  return undefined;
}
