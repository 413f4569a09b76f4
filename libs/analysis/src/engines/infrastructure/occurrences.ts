import { type Value, isUnknown } from './value';
import type { Place } from './view';
import type { View } from './view';

/** The value at a path below a resource, once for each block on the way. */
export interface Occurrence {
  readonly state: 'value' | 'block' | 'absent' | 'unknown';
  readonly value: Value;
  readonly at: Place;
  readonly byDefault?: boolean;
  readonly variable?: string;
}

export function occurrencesOf(view: View, path: readonly string[]): Occurrence[] {
  const [name = '', ...rest] = path;
  if (rest.length === 0) return [last(view, name)];
  const { views, open } = view.blocks(name);
  return [
    ...views.flatMap((inner) => occurrencesOf(inner, rest)),
    ...(open ? [nothing('unknown', view)] : []),
    ...(views.length === 0 && !open ? [nothing(view.open ? 'unknown' : 'absent', view)] : []),
  ];
}

const nothing = (state: 'unknown' | 'absent', { at }: View): Occurrence => ({ state, value: null, at });

function last(view: View, name: string): Occurrence {
  const found = view.value(name);
  if (found !== undefined) {
    const { value, at, byDefault = false, variable } = found;
    const state = isUnknown(value) ? 'unknown' : value === null ? 'absent' : 'value';
    return { state, value, at, byDefault, ...(variable !== undefined && { variable }) };
  }
  const { views, open } = view.blocks(name);
  const [first] = views;
  if (first !== undefined) return { state: 'block', value: null, at: first.at };
  return nothing(open || view.open ? 'unknown' : 'absent', view);
}
