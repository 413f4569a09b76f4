import { beforeEach, describe, expect, it } from 'vitest';
import { Stock } from './stock';

describe('the stock', () => {
  let stock;

  beforeEach(() => {
    stock = new Stock();
  });

  it('is empty', () => {
    expect(() => stock.take('pen')).toThrow('none left');
  });

  it('loads', async () => {
    await expect(stock.load()).resolves.toBe(3);
  });

  it('calls once', () => {
    const called = stock.listen();
    expect(called).toHaveBeenCalledExactlyOnceWith('book');
  });
});
