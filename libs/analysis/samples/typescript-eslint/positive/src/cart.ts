import { readFileSync } from 'node:fs';
import { type Product } from './product';

export enum Size {
  Small = 1,
  Large = 1,
}

export interface Cart {
  new (): Cart;
  lines: { product: Product }[];
}

export class Totals {
  private cached = 0;

  sum(cart: Cart): number {
    return cart.lines.length;
  }

  sum(): number {
    return 0;
  }
}

// @ts-ignore
export const first = (cart?: Cart): Product => cart?.lines[0]!.product;
export const name = (cart?: Cart): string => cart?.lines.at(0)!;
export const label: String = 'Cart';
export type Callback = Function;

export function reset(totals: Record<string, number>, key: string): void {
  totals[key] === 0;
  delete totals[key + '-sum'];
}
