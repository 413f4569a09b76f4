/** Anything that could be a credential: a run of 8 or more characters without white space, quotes or brackets. */
const TOKEN = /[^\s"'`()[\]{}<>,;=:]{8,}/g;
const SHOWN = 3;

/**
 * Reduces everything in a line that could be a credential to its first characters. Short words and the shape of the
 * line stay.
 */
export const maskSecrets = (line: string): string =>
  line.replace(TOKEN, (token) => `${token.slice(0, SHOWN)}${'*'.repeat(Math.min(token.length, 24) - SHOWN)}`);
