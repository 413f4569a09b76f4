/** Anything that could be a credential: a run of 8 or more characters without white space, quotes or brackets. */
const TOKEN = /[^\s"'`()[\]{}<>,;=:]{8,}/g;
/** Quoted text. It could be a short password, or one of several words. */
const QUOTED = /(["'`])((?:(?!\1)[^\\\n]|\\[^\n])*)\1/g;
/** A shorter one is no secret. */
const SHORTEST = 4;
const SHOWN = 3;
/** A value of at least this length shows its first characters, which do not make it easier to guess. */
const SHORTEST_SHOWN = 16;

/**
 * The name that a value is assigned to, such as `MYSQL_ROOT_PASSWORD`: words without digits, the last of which is one
 * of these.
 */
const NAME = /^(?:[A-Za-z]+[_.-])*[A-Za-z]*(?:passw(?:or)?d|pwd|passphrase|secret|token|key|credential)s?$/i;
const LONGEST_NAME = 64;
const IS_GIVEN = /^["'`]?\s*[:=](?!=)/;

/**
 * Reduces everything in a line that could be a credential to its first characters. Short words, the name that the
 * credential is assigned to, and the shape of the line stay.
 */
export const maskSecrets = (line: string): string =>
  line.replace(TOKEN, (token, at: number) => {
    const isName = token.length <= LONGEST_NAME && NAME.test(token) && IS_GIVEN.test(line.slice(at + token.length));
    return isName ? token : starsFor(token);
  });

/** Hides the texts in quotes of a line whose secret is known to be one of them. */
export const maskQuoted = (line: string): string =>
  line.replace(QUOTED, (whole, quote: string, text: string) =>
    text.length < SHORTEST ? whole : `${quote}${hidden(text)}${quote}`,
  );

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Hides parts of a line as a whole, whatever their characters are. */
export function maskRanges(line: string, ranges: readonly Range[]): string {
  let masked = '';
  let done = 0;
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const from = Math.max(start, done);
    if (from >= Math.min(end, line.length)) continue;
    masked += line.slice(done, from) + (from > start ? '' : hidden(line.slice(from, end)));
    done = end;
  }
  return masked + line.slice(done);
}

const starsFor = (token: string): string => `${token.slice(0, SHOWN)}${'*'.repeat(Math.min(token.length, 24) - SHOWN)}`;

/** A short value is hidden completely, including its length. */
const hidden = (value: string): string =>
  value.length < SHORTEST_SHOWN || /\s/.test(value) ? '********' : starsFor(value);
