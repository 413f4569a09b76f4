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

/** All blocks have one shape, as values do. */
class PlainBlock implements Block {
  constructor(
    readonly region: Block['region'],
    readonly size: Block['size'],
    readonly unit: Block['unit'],
    readonly made: Block['made'],
    readonly owner: Block['owner'],
    readonly released: Block['released'],
    readonly isMany: Block['isMany'],
    readonly number: Block['number'],
    readonly isUnchecked: Block['isUnchecked'],
  ) {}
}

/** A copy of a block with some other properties. */
export const blockLike = (
  { region, size, unit, made, owner, released, isMany, number, isUnchecked }: Block,
  others: Partial<Block>,
): Block =>
  Object.assign(new PlainBlock(region, size, unit, made, owner, released, isMany, number, isUnchecked), others);

/** The block of a value that comes from either of two paths. */
export function joinBlocks(one: Block | undefined, other: Block | undefined): Block | undefined {
  if (one === other || one === undefined || other === undefined) return one === other ? one : undefined;
  if (one.region !== other.region) return undefined;
  return new PlainBlock(
    one.region,
    one.size === other.size ? one.size : undefined,
    one.unit === other.unit ? one.unit : undefined,
    one.made === other.made ? one.made : undefined,
    one.owner === other.owner ? one.owner : undefined,
    one.released !== undefined && other.released !== undefined ? one.released : undefined,
    one.isMany || other.isMany ? true : undefined,
    one.number === other.number ? one.number : undefined,
    one.isUnchecked && other.isUnchecked ? true : undefined,
  );
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
