export interface Stock {
  count: number;
}

export class Shelf {
  count = 0;

  later(items: string[]): () => void {
    return () => this.add(items);
  }

  add(items: string[]): void {
    this.count += items.length;
  }
}

export const name = (stock?: { name?: string }): string => stock?.name ?? 'none';
export const first = <T>(items: T[]): T | undefined => items[0];
export const boxes = ['small', 'large'];

export enum Weight {
  Light = 1,
  Heavy = 3,
}

export const unit = 'gram' as const;
export const pack = (label: string, size = 1): string => `${label} ${size}`;
