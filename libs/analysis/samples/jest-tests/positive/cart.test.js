import { Cart } from './cart';
import api from './__mocks__/api';

describe('cart', async () => {
  beforeEach(() => api.reset());
  beforeEach(() => api.open());
  await api.open();
  it.only('adds', () => {
    expect(new Cart().add('book').size).toBe(1);
  });

  it('adds', () => {
    expect(new Cart().items.length).toBe(0);
  });

  it('loads', () => {
    new Cart().load();
  });

  it.skip('saves', () => {
    expect(() => new Cart().save()).toThrow();
  });

  it('is valid', () => {
    expect(new Cart().valid);
    jest.setTimeout(5000);
  });

  it('fails', async () => {
    try {
      await new Cart().load();
    } catch (error) {
      expect(error).toBeCalled();
    }
  });

  it('then', () => {
    api.get('/cart').then((cart) => {
      expect(cart).toBeDefined();
    });
  });

  it('calls back', (done) => {
    new Cart().load(() => done());
    expect(api.get).toHaveBeenCalled();
  });

  xit(' sends ', () => {
    spyOn(api, 'send');
    expect(api.send).toHaveBeenCalled();
  });

  expect(api.open).toBeTruthy();

  // it('is empty', () => {});
});

export const fixture = {};
