import { describe, expect, it } from 'vitest';
import { add, empty, load } from './cart';

describe('the cart', () => {
  it('is empty at first', () => {
    expect(empty().lines).toEqual([]);
  });

  it('takes a product', () => {
    expect(add(empty(), 'book').lines).toEqual(['book']);
  });

  it('keeps the order of its products', () => {
    const cart = add(add(empty(), 'book'), 'pen');
    expect(cart.lines).toEqual(['book', 'pen']);
  });

  it('loads', async () => {
    await expect(load('cart.json')).resolves.toEqual(empty());
  });
});

describe('another cart', () => {
  it('is empty at first', () => {
    expect(empty().total).toBe(0);
  });
});
