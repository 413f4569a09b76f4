import { describe, expect, it, vi } from 'vitest';
import { Cart } from './cart';

vi.mock('./api');

describe('cart', () => {
  it('adds a book', () => {
    expect(new Cart().items).toHaveLength(0);
  });

  it.skipIf(process.env.SLOW)('refuses what it does not sell', () => {
    expect(() => new Cart().save()).toThrow('not sold here');
  });

  it('gets there in the end', async () => {
    await expect.poll(() => new Cart().size).toBe(1);
  });

  it.concurrent('renders', ({ expect }) => {
    expect(new Cart().html).toMatchSnapshot();
  });
});
