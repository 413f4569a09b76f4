import { describe, expect, it, vi } from 'vitest';
import { label, price } from './prices';

describe('prices', () => {
  it.each([
    ['book', 12],
    ['pen', 2],
    ['book', 12],
  ])('%s costs %d', (product, expected) => {
    expect(price(product)).toBe(expected);
  });

  it.each([])('%s is free', (product) => {
    expect(price(product)).toBe(0);
  });

  it('reads the list of prices', () => {
    vi.mock('./list');
    expect(price('cup')).toBe(7);
  });

  it('shows a label', () => {
    const today = new Date().toDateString();
    expect(label('pen')).toMatchInlineSnapshot(`pen, ${today}`);
  });
});
