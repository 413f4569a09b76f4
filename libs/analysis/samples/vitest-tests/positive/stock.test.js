import { beforeEach, describe, expect, it } from 'vitest';
import { Stock } from './stock';

describe('the stock');

describe('the stock', () => {
  let stock;

  beforeEach(() => {
    stock = new Stock();
  });

  beforeEach(() => {
    stock.open();
  });

  expect(stock).toBeUndefined();

  it(' is empty', () => {
    expect(() => stock.take('pen')).toThrowError('none left');
  });

  // it('is full', () => {
  //   expect(stock.size).toBe(3);
  // });

  it('may be full', () => {
    if (stock.full) {
      expect(stock.size).toBe(3);
    }
  });

  it('loads', () => {
    stock.load().then((size) => {
      expect(size).toBe(3);
    });
  });

  it('calls once', () => {
    const called = stock.listen();
    expect(called).toHaveBeenCalledOnce();
    expect(called).toHaveBeenCalledWith('book');
  });
});
