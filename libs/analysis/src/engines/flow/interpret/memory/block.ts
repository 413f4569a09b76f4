import type { Place } from '../../ir';

/** What is known of a block of memory. What is not known for certain is missing. */
export interface Block {
  readonly region: 'stack' | 'heap' | 'static';
  /** In bytes. */
  readonly size?: number;
  /** The size of an element, in bytes. */
  readonly unit?: number;
  /** By what it was made, where only the counterpart may release it. */
  readonly made?: 'malloc' | 'new' | 'new[]';
  /** The function that was running when it was made. */
  readonly owner?: number;
  /** Where it was released, and by which function. */
  readonly released?: { readonly at: Place; readonly by: number };
  /** It stands for several blocks, which were made at the same place: what is done to one is not done to all. */
  readonly isMany?: true;
  /** It is a variable that holds a number. */
  readonly number?: 'signed' | 'unsigned';
  /** Nobody has looked whether there was memory left for it. */
  readonly isUnchecked?: true;
}

/** Of a block that came from either of two ways. */
export function joinBlocks(one: Block | undefined, other: Block | undefined): Block | undefined {
  if (one === other || one === undefined || other === undefined) return one === other ? one : undefined;
  if (one.region !== other.region) return undefined;
  const same = <Key extends keyof Block>(key: Key): Partial<Block> => ({
    ...(one[key] !== undefined && one[key] === other[key] && { [key]: one[key] }),
  });
  return {
    region: one.region,
    ...same('size'),
    ...same('unit'),
    ...same('made'),
    ...same('owner'),
    ...same('number'),
    ...(one.released !== undefined && other.released !== undefined && { released: one.released }),
    ...((one.isMany || other.isMany) && { isMany: true }),
    ...(one.isUnchecked && other.isUnchecked && { isUnchecked: true }),
  };
}

export const isSameBlock = (one: Block | undefined, other: Block | undefined): boolean =>
  one === other ||
  (one !== undefined &&
    other !== undefined &&
    one.size === other.size &&
    one.unit === other.unit &&
    one.made === other.made &&
    one.released?.at === other.released?.at &&
    one.isMany === other.isMany &&
    one.isUnchecked === other.isUnchecked);
