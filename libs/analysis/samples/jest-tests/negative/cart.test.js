import { Cart } from './cart';
import api from './api';

jest.mock('./api');
jest.setTimeout(5_000);

describe('cart', () => {
  beforeEach(() => {
    api.reset();
    api.open();
  });

  it('adds a book', () => {
    expect(new Cart().add('book').items).toHaveLength(1);
  });

  it.each([1, 2])('adds %d books', (count) => {
    expect(new Cart().add('book', count).size).toBe(count);
  });

  it('shows the total', () => {
    expectTotal(new Cart(), 0);
  });

  it('refuses what it does not sell', async () => {
    await expect(new Cart().load()).rejects.toThrow('not sold here');
    expect(() => new Cart().save()).toThrow(RangeError);
  });

  it('asks the server once', () => {
    const cart = new Cart();
    expect(api.get).toHaveBeenCalledTimes(1);
    return api.get('/cart').then((loaded) => {
      expect(loaded).toEqual(cart);
    });
  });
});
