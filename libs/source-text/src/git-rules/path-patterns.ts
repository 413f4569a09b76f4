/**
 * Patterns as Git reads them from `.gitignore` and `.gitattributes`. The files are the target's, so the work is
 * counted. For some patterns a general matcher takes a power of the name's length; this one takes at most the length of
 * the pattern times that of the name.
 */
export interface PathPattern {
  /** The parts between slashes. `**` alone stands for any number of folders. */
  readonly parts: readonly NamePattern[];
  /** Whether it is matched against the whole path; else against the last name alone. */
  readonly anchored: boolean;
  readonly foldersOnly: boolean;
}

/** A pattern of one name. Most are a name, or a star and an ending, which one comparison decides. */
interface NamePattern {
  readonly text: string;
  readonly kind: 'folders' | 'name' | 'ending' | 'general';
}

/** The comparisons that may still be made. When none are left, nothing matches any more. */
export interface MatchBudget {
  left: number;
}

/** Some seconds. A repository of 400,000 files with 50 rules, as most rules are, needs half of this. */
export const MATCH_STEPS = 50_000_000;

export function parsePattern(text: string): PathPattern | undefined {
  const foldersOnly = text.endsWith('/');
  const path = foldersOnly ? text.slice(0, -1) : text;
  const anchored = path.includes('/');
  const parts = (path.startsWith('/') ? path.slice(1) : path).split('/').map(namePattern);
  return path === '' || path === '/' ? undefined : { parts, anchored, foldersOnly };
}

const SPECIAL = /[*?[\\]/;

function namePattern(text: string): NamePattern {
  if (text === '**') return { text, kind: 'folders' };
  if (!SPECIAL.test(text)) return { text, kind: 'name' };
  return text.startsWith('*') && !SPECIAL.test(text.slice(1))
    ? { text: text.slice(1), kind: 'ending' }
    : { text, kind: 'general' };
}

/** @param path the names below the folder of the pattern's file */
export function matches(
  pattern: PathPattern,
  path: readonly string[],
  isFolder: boolean,
  budget: MatchBudget,
): boolean {
  if ((budget.left -= 1) <= 0 || (pattern.foldersOnly && !isFolder)) return false;
  return pattern.anchored
    ? matchesParts(pattern.parts, path, budget)
    : matchesName(pattern.parts[0]!, path.at(-1)!, budget);
}

/** Goes back to the latest `**` only, as each earlier one has already taken as little as it can. */
function matchesParts(parts: readonly NamePattern[], path: readonly string[], budget: MatchBudget): boolean {
  let [part, name] = [0, 0];
  let back: { part: number; name: number } | undefined;
  while (name < path.length) {
    if (parts[part]?.kind === 'folders') {
      // At the end it stands for what is in the folder, and the folder is not in itself.
      if (part === parts.length - 1) return true;
      back = { part, name };
      part += 1;
    } else if (part < parts.length && matchesName(parts[part]!, path[name]!, budget)) {
      part += 1;
      name += 1;
    } else if (back) {
      back.name += 1;
      name = back.name;
      part = back.part + 1;
    } else return false;
    if (budget.left <= 0) return false;
  }
  return part === parts.length;
}

function matchesName({ text, kind }: NamePattern, name: string, budget: MatchBudget): boolean {
  budget.left -= 1;
  switch (kind) {
    case 'name':
      return name === text;
    case 'ending':
      return name.endsWith(text);
    case 'folders':
      return true;
    case 'general':
      return matchesInGeneral(text, name, budget);
  }
}

/** Goes back to the latest `*` only. */
function matchesInGeneral(pattern: string, name: string, budget: MatchBudget): boolean {
  let [at, from] = [0, 0];
  let back: { at: number; from: number } | undefined;
  while (from < name.length) {
    if ((budget.left -= 1) <= 0) return false;
    const one = oneCharacter(pattern, at, name[from]!, budget);
    if (pattern[at] === '*') {
      back = { at: at + 1, from };
      at += 1;
    } else if (one !== undefined) {
      at = one;
      from += 1;
    } else if (back) {
      back.from += 1;
      from = back.from;
      at = back.at;
    } else return false;
  }
  while (pattern[at] === '*') at += 1;
  return at === pattern.length;
}

/** Where the pattern continues if its character at the position stands for this one. */
function oneCharacter(pattern: string, at: number, character: string, budget: MatchBudget): number | undefined {
  switch (pattern[at]) {
    case undefined:
    case '*':
      return undefined;
    case '?':
      return at + 1;
    case '[':
      return inClass(pattern, at, character, budget);
    case '\\':
      return pattern[at + 1] === character ? at + 2 : undefined;
    default:
      return pattern[at] === character ? at + 1 : undefined;
  }
}

const NAMED: Readonly<Record<string, RegExp>> = {
  alnum: /[0-9a-z]/i,
  alpha: /[a-z]/i,
  digit: /[0-9]/,
  lower: /[a-z]/,
  upper: /[A-Z]/,
  space: /\s/,
  xdigit: /[0-9a-f]/i,
  punct: /[!-/:-@[-`{-~]/,
};

/** `[a-z]`, `[!a]`, `[^a]`, `[]a]`, `[[:digit:]]`. One that does not end matches nothing. */
function inClass(pattern: string, start: number, character: string, budget: MatchBudget): number | undefined {
  let at = start + 1;
  const negated = pattern[at] === '!' || pattern[at] === '^';
  if (negated) at += 1;
  let found = false;
  for (const first = at; at < pattern.length; ) {
    if ((budget.left -= 1) <= 0) return undefined;
    if (pattern[at] === ']' && at > first) return found === negated ? undefined : at + 1;
    const named = pattern[at] === '[' && pattern[at + 1] === ':' ? pattern.indexOf(':]', at + 2) : -1;
    if (named !== -1 && named - at < 16) {
      found ||= NAMED[pattern.slice(at + 2, named)]?.test(character) ?? false;
      at = named + 2;
      continue;
    }
    if (pattern[at] === '\\') at += 1;
    const low = pattern[at] ?? '';
    let high = low;
    if (pattern[at + 1] === '-' && pattern[at + 2] !== undefined && pattern[at + 2] !== ']') {
      at += pattern[at + 2] === '\\' ? 3 : 2;
      high = pattern[at] ?? '';
    }
    if (low <= character && character <= high) found = true;
    at += 1;
  }
  return undefined;
}
