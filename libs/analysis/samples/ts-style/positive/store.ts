/// <reference path="./globals.d.ts" />
import { type Account, type Role } from './model';
// tslint:disable-next-line:no-console
import legacy = require('./legacy');

namespace Store {
  export const size = 3;
}

module Old {
  export const size = 4;
}

interface Compare {
  (a: Account, b: Account): number;
}

enum Kind {
  Plain = 'plain',
  Computed = legacy.kind(),
}

declare function open(name: string): void;
declare function open(name: number): void;

export declare class Shelf {
  add(account: Account): void;
  size(): number;
  add(role: Role): void;
}

export function total(prices: number[], retries: number = 3): number {
  const names: Map<string, number> = new Map();
  const mode = 'dark' as 'dark';
  const first = <number>prices[0];
  let sum = first;
  for (let i = 0; i < prices.length; i++) {
    sum += prices[i];
  }
  return sum + retries + names.size + mode.length;
}

export { Store, Old, Kind, open };
export type { Compare };
