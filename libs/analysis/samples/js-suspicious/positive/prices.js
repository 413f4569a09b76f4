const rates = { book: 2 };

export const price = function (line) {
  return line.price * 2;
}.bind(rates);

export function table(record) {
  record.__iterator__ = function () {
    return this;
  };
  new Map(record);
  new Worker('prices.js');
  return price.call(undefined, record);
}

export const label = 'price' + ': ';

export class Price {
  constructor() {}
}
