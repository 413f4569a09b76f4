const rates = { book: 2 };

export const price = function (line) {
  return line.price * this.book;
}.bind(rates);

export function table(record) {
  const worker = new Worker('prices.js');
  worker.postMessage(record);
  return price.call(rates, record);
}

export const label = 'price: ';

export class Price {
  constructor(amount) {
    this.amount = amount;
  }
}
