/** One line of a robots.txt with a field and a value. */
export interface RobotsLine {
  /** Counted from 1. */
  readonly line: number;
  /** In lower case. */
  readonly field: string;
  readonly value: string;
}

/** The rules of a robots.txt for one robot (RFC 9309). */
export interface RobotsRules {
  allows(url: string): boolean;
  /** Seconds between two requests, if the file asks for a delay. */
  readonly delay: number | undefined;
}

/** RFC 9309 requires crawlers to read at least 500 KiB. */
export const ROBOTS_BYTES = 500 * 1_024;

/** Rules for one robot. A file may have 40,000 lines, and each address is compared with each rule. */
const MAX_RULES = 2_000;
/** No address that is requested is longer. */
const MAX_PATTERN = 2_048;

/** The lines with a field, without comments, and the numbers of lines that are neither empty nor have a field. */
export function robotsLines(text: string): {
  readonly lines: readonly RobotsLine[];
  readonly unreadable: readonly number[];
} {
  const lines: RobotsLine[] = [];
  const unreadable: number[] = [];
  for (const [index, written] of text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\r|\n/)
    .entries()) {
    const content = written.split('#', 1)[0]!.trim();
    if (content === '') continue;
    const colon = content.indexOf(':');
    if (colon > 0)
      lines.push({
        line: index + 1,
        field: content.slice(0, colon).trim().toLowerCase(),
        value: content.slice(colon + 1).trim(),
      });
    else unreadable.push(index + 1);
  }
  return { lines, unreadable };
}

/**
 * Reads the rules for one robot. The package robots-parser is not used for two reasons. It stores every rule once for
 * each robot of its group (20,000 × 20,000 from half a megabyte). And it matches a pattern with an address in time
 * proportional to the product of their lengths.
 * @param robot its product token in lower case; `*` for any robot
 */
export function robotsRules(text: string, robot: string): RobotsRules {
  const groups = groupsOf(robotsLines(text).lines);
  const own = groups.filter(({ robots }) => robots.has(robot));
  const chosen = own.length > 0 ? own : groups.filter(({ robots }) => robots.has('*'));
  const rules = chosen.flatMap((group) => group.rules).slice(0, MAX_RULES);
  const delay = chosen.map((group) => group.delay).find((each) => each !== undefined);
  return {
    delay,
    allows(url) {
      const { pathname, search } = new URL(url);
      if (pathname === '/robots.txt') return true;
      const path = normalised(pathname + search);
      const matching = rules.filter(({ pattern }) => matches(pattern, path));
      const longest = Math.max(...matching.map(({ pattern }) => pattern.length));
      return matching.length === 0 || matching.some(({ pattern, allow }) => allow && pattern.length === longest);
    },
  };
}

interface Group {
  readonly robots: Set<string>;
  readonly rules: { readonly pattern: string; readonly allow: boolean }[];
  delay?: number;
}

function groupsOf(lines: readonly RobotsLine[]): Group[] {
  const groups: Group[] = [];
  let naming = false;
  for (const { field, value } of lines) {
    if (field === 'user-agent') {
      if (!naming) groups.push({ robots: new Set(), rules: [] });
      groups.at(-1)!.robots.add(value.toLowerCase().split('/', 1)[0]!.trim());
    } else if (field === 'sitemap')
      continue; // it belongs to no group, and does not end one
    else if (groups.length > 0) addRule(groups.at(-1)!, field, value);
    naming = field === 'user-agent';
  }
  return groups;
}

function addRule(group: Group, field: string, value: string): void {
  if ((field === 'allow' || field === 'disallow') && value !== '' && value.length <= MAX_PATTERN)
    group.rules.push({ pattern: normalised(value), allow: field === 'allow' });
  if (field === 'crawl-delay' && /^\d+(\.\d+)?$/.test(value)) group.delay ??= Number(value);
}

/** Leaves percent signs as they are, and writes everything else in its only percent-encoded form. */
const normalised = (path: string): string =>
  encodeURI(path)
    .replace(/%25/g, '%')
    .replace(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase());

/**
 * Matches a pattern: `*` stands for anything, and a `$` at the end for the end. Each part is searched from the end of
 * the previous one, so the time is proportional to the sum of both lengths.
 */
function matches(pattern: string, path: string): boolean {
  const anchored = pattern.endsWith('$');
  const [first = '', ...parts] = (anchored ? pattern.slice(0, -1) : pattern).split('*');
  if (!path.startsWith(first)) return false;
  const last = anchored ? parts.pop() : undefined;
  let at = first.length;
  for (const part of parts) {
    const found = indexOf(path, part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  if (last !== undefined) return path.length - last.length >= at && path.endsWith(last);
  return !anchored || at === path.length;
}

/**
 * The same as `String.indexOf`, by Knuth, Morris and Pratt: no character of the text is compared twice with the same
 * one of the part. `String.indexOf` takes the product of both lengths where they repeat themselves, and half a megabyte
 * of such rules is compared with each of hundreds of addresses.
 */
function indexOf(text: string, part: string, from: number): number {
  if (part === '') return from;
  const fallbacks = fallbacksOf(part);
  let matched = 0;
  for (let at = from; at < text.length; at += 1) {
    while (matched > 0 && text[at] !== part[matched]) matched = fallbacks[matched - 1]!;
    if (text[at] === part[matched]) matched += 1;
    if (matched === part.length) return at - matched + 1;
  }
  return -1;
}

/** For each position, the length of the longest beginning of the part that also ends there. */
function fallbacksOf(part: string): Uint16Array {
  const fallbacks = new Uint16Array(part.length); // a pattern has at most some thousand characters
  for (let at = 1, length = 0; at < part.length; at += 1) {
    while (length > 0 && part[at] !== part[length]) length = fallbacks[length - 1]!;
    if (part[at] === part[length]) length += 1;
    fallbacks[at] = length;
  }
  return fallbacks;
}
