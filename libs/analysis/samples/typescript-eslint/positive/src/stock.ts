/// <reference path="./globals.ts" />
export interface Stock {
  count: number;
}

export class Stock {
  count = 0;

  later(items: string[]): () => void {
    const self = this;
    return () => self.add(items);
  }

  add(items: string[]): void {
    this.count += items!!.length;
  }
}

export const name = (stock: { name?: string }): string => stock.name! ?? 'none';
export const same = (a: number | undefined, b: number): boolean => a! == b;
export type Anything = {};
export const first = <T extends unknown>(items: T[]): T | undefined => items[0];
export const boxes = new Array('small', 'large');

export namespace Shelves {
  export const count = 3;
}

module Boxes {
  export const count = 3;
}

export enum Weight {
  Light = 1,
  Heavy = Shelves.count,
}

export const unit: 'gram' = 'gram';
export const pack = (size = 1, label: string): string => `${label} ${size}`;
export const all = Boxes.count;
export {};
