import { Cart } from './cart';

it.only('belongs to another tool', () => {
  expect(new Cart().size).toBe(0);
});
