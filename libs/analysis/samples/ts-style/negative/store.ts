/// <reference types="node" />
import type { Account, Role } from './model';
import legacy from './legacy';

declare global {
  interface Window {
    store: Account;
  }
}

type Compare = (a: Account, b: Account) => number;

enum Kind {
  Plain = 'plain',
  Both = 3,
}

export interface Shelf {
  add(account: Account): void;
  add(role: Role, at: number): void;
  size(): number;
}

export function total(prices: number[], retries = 3, unit: number | string = 1): number {
  const names = new Map<string, number>();
  const mode = 'dark' as const;
  let sum = prices[0] as number;
  for (let i = 0; i < prices.length; i++) {
    sum += prices[i] * i;
  }
  return sum + retries + names.size + mode.length + Number(unit) + legacy.size;
}

export { Kind };
export type { Compare };
