import { type Effect, isObject } from './effect';
import { UNKNOWN, type Value, constantOf } from './values';

export function equality({ constant }: Value, other: Value | undefined): Value {
  const isKnown = constant !== undefined && other?.constant !== undefined;
  return isKnown ? constantOf(constant === other.constant) : UNKNOWN;
}

export const inSmall = (value: Value): Value =>
  typeof value.constant === 'string' ? constantOf(value.constant.toLowerCase()) : value;

/** Compares two texts, if both are known. */
export const told =
  (tell: (text: string, other: string) => boolean): Effect =>
  ({ receiver, args: [other] }) => {
    if (typeof receiver.constant === 'string' && typeof other?.constant === 'string')
      return constantOf(tell(receiver.constant, other.constant));
    return isObject(receiver) ? undefined : UNKNOWN;
  };
