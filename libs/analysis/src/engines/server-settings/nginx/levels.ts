import type { Directive } from './directives';

/** A block of nginx, with what stands directly in it, and the blocks around it. */
export interface Level {
  readonly directive: Directive | undefined;
  readonly own: readonly Directive[];
  readonly outer: Level | undefined;
}

const MOST_LEVELS = 20_000;

/** The levels of a file: first the file itself, then each block before those in it. */
export function levelsOf(directives: readonly Directive[]): Level[] {
  const levels: Level[] = [{ directive: undefined, own: directives, outer: undefined }];
  for (let index = 0; index < levels.length && levels.length < MOST_LEVELS; index += 1) {
    const level = levels[index]!;
    for (const directive of level.own)
      if (directive.block) levels.push({ directive, own: directive.block, outer: level });
  }
  return levels;
}

/** The level and those around it, from the inside. */
export function around(level: Level): Level[] {
  const found: Level[] = [];
  for (let each: Level | undefined = level; each !== undefined; each = each.outer) found.push(each);
  return found;
}

export const isLocation = ({ directive }: Level): boolean => directive?.name === 'location';

const known = new WeakMap<Level, ReadonlyMap<string, readonly Directive[]>>();

/** The directives of a name that stand directly in a level. Each level is sorted once, however often it is asked. */
export function named(level: Level, name: string): readonly Directive[] {
  const byName = known.get(level) ?? sorted(level.own);
  known.set(level, byName);
  return byName.get(name) ?? [];
}

function sorted(directives: readonly Directive[]): Map<string, Directive[]> {
  const byName = new Map<string, Directive[]>();
  for (const directive of directives) {
    const others = byName.get(directive.name);
    if (others) others.push(directive);
    else byName.set(directive.name, [directive]);
  }
  return byName;
}

export const has = (level: Level, ...names: readonly string[]): boolean =>
  names.some((name) => named(level, name).length > 0);

/** The expression by which a location is chosen; undefined where it is chosen by the beginning of a path. */
export function expressionOf({ args }: Directive): string | undefined {
  const joined = args.join(' ');
  return /^~\*?\s*(?!$)/.test(joined) ? joined.replace(/^~\*?\s*/, '') : undefined;
}

/** The path by whose beginning a location is chosen. */
export function prefixOf({ args }: Directive): string | undefined {
  const [first = '', second] = args;
  if (first === '^~') return second;
  return args.length === 1 && first.startsWith('/') ? first : undefined;
}
