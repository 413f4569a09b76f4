/** Anything that could be a credential: a run of 8 or more characters without white space, quotes or brackets. */
const TOKEN = /[^\s"'`()[\]{}<>,;=:]{8,}/g;
const SHOWN = 3;

/**
 * The line with everything that could be a credential reduced to its first characters; short words and the line's shape
 * stay.
 */
export const maskSecrets = (line: string): string =>
  line.replace(TOKEN, (token) => `${token.slice(0, SHOWN)}${'*'.repeat(Math.min(token.length, 24) - SHOWN)}`);
