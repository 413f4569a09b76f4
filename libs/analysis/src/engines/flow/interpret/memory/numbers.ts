import { FLOW_WEAKNESSES, type FlowWeakness, SIZE_WEAKNESSES } from '../../../../catalogue/flow/rows';
import { bitOf } from '../../rules';
import { type Value, madeSafe } from '../values';

const maskOf = (weaknesses: readonly FlowWeakness[]): number =>
  weaknesses.reduce((mask, weakness) => mask | bitOf(weakness), 0);

/** What a number can cause. */
const NUMBERS = maskOf(SIZE_WEAKNESSES);
/** What a text can cause, and a number cannot. */
export const TEXTS = maskOf(FLOW_WEAKNESSES.filter((weakness) => weakness !== 'predictable-secret')) & ~NUMBERS;
const SIGNED = bitOf('signed-size');

/** A number that may be below zero: what comes from outside is taken for none until it is read as one. */
export const asNumber = (value: Value): Value =>
  value.taints.length === 0
    ? value
    : { ...value, taints: value.taints.map((taint) => ({ ...taint, safe: (taint.safe | TEXTS) & ~SIGNED })) };

export const asUnsigned = (value: Value): Value => madeSafe(value, SIGNED);

/** A number that one byte holds. */
export const asByte = (value: Value): Value => madeSafe(value, NUMBERS);
