import { ALL_WEAKNESSES } from '../../rules';
import { ruledOutBy } from '../patterns';

/** The weaknesses that parts of a path cannot cause, by their names, as a route tells what may stand there. */
export interface RouteParts {
  readonly safe: ReadonlyMap<string, number>;
  /** The same for all routes that say the same. */
  readonly key: string;
}

export const NO_PARTS: RouteParts = { safe: new Map(), key: '' };

/** `:id(\\d+)`, `:id`; the pattern may hold groups. */
const PART = /:(\w+)(?:\(((?:[^()\\]|\\.|\((?:[^()\\]|\\.)*\))*)\))?/g;
/** A pattern is compared with the encoded path: one that lets `%` through lets everything through. */
const PLAIN = /^\^?(?:(?:\[(?:[\w.-]|\\[dw.-])+\]|\\d|\\w|\w)(?:[*+?]|\{[\d,]*\})?)+\$?$/;
const WORDS = /^(?:[\w-]+\|)*[\w-]+$/;
/** A longer text is no route. */
const MAX_LENGTH = 1_000;

/** The facts that a route of Express or Koa tells of the parts of its path: `/files/:id([0-9a-f]+)`. */
export function partsOfRoute(route: unknown): RouteParts {
  if (typeof route !== 'string' || route.length > MAX_LENGTH || !/:\w+\(/.test(route)) return NO_PARTS;
  const safe = new Map<string, number>();
  for (const [, name, pattern] of route.matchAll(PART)) safe.set(name!, (safe.get(name!) ?? -1) & ruledOut(pattern));
  return { safe, key: [...safe].flat().join() };
}

function ruledOut(pattern: string | undefined): number {
  if (pattern === undefined) return 0;
  if (WORDS.test(pattern)) return ALL_WEAKNESSES;
  return PLAIN.test(pattern) ? ruledOutBy(pattern, true) : 0;
}

const PARAMS = new Set(['express.Request.params', 'koa.Context.params']);

/** The weaknesses that the part of a name cannot cause, where a value holds all parts of the path. */
export const safeByRoute = ({ safe }: RouteParts, paths: readonly string[], name: string): number =>
  safe.size > 0 && paths.some((path) => PARAMS.has(path)) ? (safe.get(name) ?? 0) : 0;
