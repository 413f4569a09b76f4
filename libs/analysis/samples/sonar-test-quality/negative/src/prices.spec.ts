import { describe, expect, it, vi } from 'vitest';
import { label, price } from './prices';

vi.mock('./list');

describe('prices', () => {
  it.each([
    ['book', 12],
    ['pen', 2],
  ])('%s costs %d', (product, expected) => {
    expect(price(product)).toBe(expected);
  });

  it('shows a label', () => {
    expect(label('pen')).toMatchInlineSnapshot(`pen, today`);
  });
});
