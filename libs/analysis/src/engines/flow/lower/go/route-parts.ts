import type { RoutePart } from '../../ir';

/** `{id}`, `{id:[0-9]+}`, `{id:[0-9]{4}}` */
const PART = /\{(\w+)(?::((?:[^{}]|\{[\d,]*\})*))?\}/g;
/** `[0-9]+`, `\d{1,9}`, `[a-z_.-]*`: letters, digits, `_`, `-` and `.`. */
const PLAIN = /^(?:(?:\[(?:0-9|a-z|A-Z|a-f|A-F|\\d|\\w|[\w.-])+\]|\\d|\\w)(?:[*+?]|\{[\d,]*\})?)+$/;
/** A text with more parts than this is no route. */
const MAX_LENGTH = 1_000;

/** The parts in braces of a text that may be the path of a route. */
export function routePartsIn(text: string): RoutePart[] {
  if (!text.includes('{') || !text.includes('/') || text.length > MAX_LENGTH) return [];
  return [...text.matchAll(PART)].map(([, name, pattern]) => ({
    name: name!,
    isPlain: pattern !== undefined && PLAIN.test(pattern),
  }));
}
