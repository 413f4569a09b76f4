import type { Instruction } from './syntax/parse-dockerfile';

const PAIR = /([A-Za-z_][\w.-]*)(?:=((?:"(?:[^"\\]|\\[^])*"|'[^']*'|\\[^]|[^\s"'\\])*))?(?=\s|$)/gy;

export interface Pair {
  readonly key: string;
  /** Without its quotes; undefined if an ARG has no default. */
  readonly value: string | undefined;
  readonly offset: number;
}

/** The names and values of ARG, ENV and LABEL: `a=1 b="2"`, or the old form `ENV a 1`. */
export function pairsIn({ name, code: { text } }: Pick<Instruction, 'name' | 'code'>): Pair[] {
  const old = name === 'ENV' ? /^([A-Za-z_]\w*)\s+(?!=)([^]*)$/.exec(text) : null;
  if (old && !/^[A-Za-z_][\w.-]*=/.test(text)) return [{ key: old[1]!, value: unquoted(old[2]!), offset: 0 }];
  const pairs: Pair[] = [];
  let at = 0;
  while (at < text.length) {
    PAIR.lastIndex = at;
    const found = PAIR.exec(text);
    if (found)
      pairs.push({
        key: found[1]!,
        value: found[2] === undefined ? undefined : unquoted(found[2]),
        offset: at,
      });
    const next = /\s/g;
    next.lastIndex = found ? PAIR.lastIndex : at;
    const space = next.exec(text);
    if (!space) break;
    at = space.index + 1;
  }
  return pairs;
}

const unquoted = (text: string): string =>
  text.replace(/"((?:[^"\\]|\\[^])*)"|'([^']*)'/g, (_, double?: string, single?: string) => double ?? single ?? '');

const USE = /\\\$|\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)(?:(:?[-+?])([^{}]*))?[^{}]*\})/g;
const MOST = 10_000;

/** Expands known variables. Unknown ones stay as written. */
export const expand = (text: string, known: ReadonlyMap<string, string | undefined>): string =>
  text.slice(0, MOST).replace(USE, (whole, plain?: string, braced?: string, operator?: string, other?: string) => {
    const name = plain ?? braced;
    if (name === undefined) return whole;
    const value = known.get(name);
    if (value) return operator?.endsWith('+') ? (other ?? '') : value;
    return operator?.endsWith('-') ? (other ?? '') : whole;
  });

/** The variables that a text uses without a default, each with its name and position. */
export function usesIn(text: string): { readonly name: string; readonly offset: number }[] {
  return [...text.matchAll(USE)].flatMap((use) => {
    const name = use[1] ?? use[2];
    return name === undefined || use[3]?.endsWith('-') || use[3]?.endsWith('+') ? [] : [{ name, offset: use.index }];
  });
}
