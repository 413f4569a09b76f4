import { FLOW_WEAKNESSES, SIZE_WEAKNESSES } from '../../../../catalogue/flow/rows';
import { bitOf, bitsOf } from '../../rules';
import { type Value, madeSafe, taintLike, valueLike } from '../values';

/** The weaknesses that a number can cause. */
const NUMBERS = bitsOf(SIZE_WEAKNESSES);
/** The weaknesses that a text can cause, and a number cannot. */
export const TEXTS = bitsOf(FLOW_WEAKNESSES.filter((weakness) => weakness !== 'predictable-secret')) & ~NUMBERS;
const SIGNED = bitOf('signed-size');
/** That a text is there says nothing of the number in it. */
const NOT_ZERO = bitOf('division-by-zero');

/** A number that may be below zero. Input counts as a text until it is read as a number. */
export const asNumber = (value: Value): Value =>
  value.taints.length === 0
    ? value
    : valueLike(value, {
        taints: value.taints.map((taint) => taintLike(taint, { safe: (taint.safe | TEXTS) & ~(SIGNED | NOT_ZERO) })),
      });

export const asUnsigned = (value: Value): Value => madeSafe(value, SIGNED);

/** A number that fits in one byte. */
export const asByte = (value: Value): Value => madeSafe(value, NUMBERS);
