import type { Place } from '../../ir';

/** The known properties of a block of memory. A property that is not certain is missing. */
export interface Block {
  readonly region: 'stack' | 'heap' | 'static';
  /** In bytes. */
  readonly size?: number;
  /** The size of an element, in bytes. */
  readonly unit?: number;
  /** The allocator, if only its counterpart may release the block. */
  readonly made?: 'malloc' | 'new' | 'new[]';
  /** The function that was running when the block was made. */
  readonly owner?: number;
  /** The place where it was released, and the function that did so. */
  readonly released?: { readonly at: Place; readonly by: number };
  /** It stands for several blocks made at the same place: an effect on one is not an effect on all. */
  readonly isMany?: true;
  /** It is a variable that holds a number. */
  readonly number?: 'signed' | 'unsigned';
  /** The program has not tested whether the allocation succeeded. */
  readonly isUnchecked?: true;
}

/** The block of a value that comes from either of two paths. */
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
