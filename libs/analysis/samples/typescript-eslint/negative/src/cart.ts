import { readFileSync } from 'node:fs';
import type { Product } from './product';

export enum Size {
  Small = 1,
  Large = 2,
}

export interface Cart {
  lines: { product: Product }[];
}

export class Totals {
  private cached = 0;

  sum(cart: Cart): number;
  sum(): number;
  sum(cart?: Cart): number {
    this.cached ||= cart?.lines.length ?? 0;
    return this.cached;
  }
}

// @ts-expect-error the declaration of this module is older than its code
export const first = (cart?: Cart): Product | undefined => cart?.lines[0]?.product;
export const load = (file: string): string => readFileSync(file, 'utf8');
export const label: string = 'Cart';
export type Callback = () => void;

export function reset(totals: Map<string, number>, key: string): void {
  if (totals.get(key) !== 0) totals.delete(key);
  key && totals.delete(`${key}-sum`);
}
