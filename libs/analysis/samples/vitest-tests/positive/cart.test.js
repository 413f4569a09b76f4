import { test as nodeTest } from 'node:test';
import { describe, expect, it, vi } from 'vitest';
import { Cart } from './cart';

describe('cart', async () => {
  it.only('adds', () => {
    expect(new Cart().items.length).toBe(0);
  });

  it('adds', () => {
    new Cart().load();
  });

  it.skip('saves', () => {
    vi.mock('./api');
    expect(() => new Cart().save()).toThrow();
  });

  it('polls', () => {
    expect.poll(() => new Cart().size).toBe(1);
  });

  it('is valid', () => {
    expect(new Cart().valid);
  });

  it.concurrent('renders', () => {
    expect(new Cart().html).toMatchSnapshot();
  });

  if (process.env.SLOW) {
    it('is slow', () => {
      expect(new Cart().size).toBe(1);
    });
  }

  it.todo('is fast');
});

nodeTest('other', () => {});
