import { expect, it } from 'vitest';

it.only('belongs to another tool', () => {
  expect(1 + 1).toBe(2);
});
