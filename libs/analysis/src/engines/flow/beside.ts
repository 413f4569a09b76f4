import { isClassOfAdministrators } from './class-gates';
import type { Flow } from './interpret/run';
import { rowsOf, someLine } from '../kit/lines-of-file';
import { lineOf } from './ir';
import { isReadBesideKept } from './read-helpers';
import { isSigned } from './signed';
import { wayTo } from './trace';

/** Reasons in the file where a flow ends why the finding matters less than others of its kind. */
export function doubtsBeside(flow: Flow, linesOf: (file: string) => readonly string[]): string[] {
  return [
    ...(isSigned(flow, linesOf) ? ['only the holder of a key can have signed it'] : []),
    ...(flow.taint.doubt !== 'administrators' && isClassOfAdministrators(flow, linesOf)
      ? ['none but administrators may send it']
      : []),
    ...(isReadBesideKept(wayTo(flow.taint.step), linesOf)
      ? ['the function that reads it first returns what the program keeps under that name']
      : []),
    ...doubtsOfKind(flow, linesOf),
  ];
}

function doubtsOfKind({ weakness, file, at }: Flow, linesOf: (file: string) => readonly string[]): string[] {
  if (weakness === 'command-injection')
    return COMMAND_LINE.test(linesOf(file)[lineOf(at) - 1] ?? '')
      ? ['it runs the whole command line that it gets']
      : [];
  if (weakness !== 'unsafe-reflection' && weakness !== 'request-forgery' && weakness !== 'predictable-secret')
    return [];
  const lines = linesOf(file);
  const row = lineOf(at);
  if (weakness === 'unsafe-reflection')
    return isComparedAfter(lines, row) ? ['what is found is compared with the classes that are allowed'] : [];
  if (weakness === 'request-forgery')
    return refusesAddresses(lines) ? ['the same file refuses addresses of private networks'] : [];
  if (makesUpValues(lines)) return ['the file makes up values of many kinds'];
  if (isMarker(lines, row)) return ['the program only looks whether it is still the same'];
  return isMadeInPage(file, lines, row) ? ['a page makes it, and shows nobody else what is random there'] : [];
}

/** `execvp(argv[1], argv + 1)`: like `time` and `env`, it runs the command that follows its own name. */
const COMMAND_LINE =
  /^\s*(?:\w+\s*=\s*|return\s+|\(void\)\s*|if\s*\(\s*)?execvp?e?\(\s*(argv|av)\[[^[\]]+\]\s*,\s*&?\1\b/;

/** A class that is found by its name may be compared within this many lines after. */
const LINES_AFTER = 10;
/**
 * Matches a comparison of a class with another one: `found < Base`, `Base === found`,
 * `Base.class.isAssignableFrom(found)`.
 */
const comparesClass = (name: string): RegExp =>
  new RegExp(
    String.raw`\b${name}\s*<=?\s*(?:::)?[A-Z]|\b[A-Z][\w:]*\s*(?:>=?|={3})\s*${name}\b|` +
      String.raw`\b${name}\.(?:asSubclass|ancestors|superclass|IsSubclassOf|isSubclassOf|IsAssignableTo)\b|` +
      String.raw`(?:[iI]sAssignableFrom|issubclass|is_subclass_of|is_a|include\?|member\?)\(\s*\$?${name}\b`,
  );
const GIVEN = /(?:^|[\s(])[@$]?(\w+)\s*=(?![=~>])/;

function isComparedAfter(lines: readonly string[], row: number): boolean {
  const found = lines.slice(Math.max(0, row - 4), row).reverse();
  const name = found.map((line) => GIVEN.exec(line)?.[1]).find((each) => each !== undefined);
  if (name === undefined) return false;
  const compares = comparesClass(name);
  return lines.slice(row - 1, row + LINES_AFTER).some((line) => compares.test(line));
}

/** Code in which a client finds out the address that it connects to. */
const CONNECTS =
  /DialContext|\.Control\s*=|Control:|\blookup\b|getaddrinfo|InetAddress|IPAddr\b|ip_address\b|resolve[A-Z_]/;
/** Code that judges whether an address belongs to a private network. */
const JUDGES_NETWORK =
  /is_?(?:non_?)?(?:public|private|loopback|internal|global|link_?local)\w*\b|private_?(?:network|ip)|ssrf/i;

const refusesAddresses = (lines: readonly string[]): boolean =>
  someLine(lines, CONNECTS) && someLine(lines, JUDGES_NETWORK);

/** A file that draws this many random numbers makes samples: addresses, colours, names and the passwords for them. */
const DRAWS_OF_SAMPLES = 10;

const DRAWS = /\bMath\.random\(/;

const makesUpValues = (lines: readonly string[]): boolean => rowsOf(lines, DRAWS).length >= DRAWS_OF_SAMPLES;

/** Uses of a marker are looked for within this many lines. */
const LINES_OF_MARKER = 60;

/** `const token = Math.random()`, which the function stores, and compares with the stored one when an answer comes. */
function isMarker(lines: readonly string[], row: number): boolean {
  const name = /^\s*(?:const|let|var)\s+(\w+)\s*=/.exec(lines[row - 1] ?? '')?.[1];
  if (name === undefined) return false;
  const word = new RegExp(String.raw`\b${name}\b`);
  const compared = new RegExp(String.raw`[!=]==?\s*${name}\b|\b${name}\s*[!=]==?`);
  const kept = new RegExp(String.raw`[\w.]\s*=\s*${name}\s*[;,)]?\s*$`);
  const uses = lines.slice(row, row + LINES_OF_MARKER).filter((line) => word.test(line));
  return uses.some((line) => compared.test(line)) && uses.every((line) => compared.test(line) || kept.test(line));
}

/** Code that runs in a browser: it uses what only pages have, or imports a library that renders pages. */
const OF_PAGE = new RegExp(
  String.raw`\b(?:window|document|localStorage|sessionStorage)\s*[.[]|` +
    String.raw`(?:from|require\()\s*['"](?:react|vue|svelte|preact|solid-js|@angular/core|jquery)['"/]`,
);
const OF_SERVER = /(?:from|require\()\s*['"](?:node:|express|koa|fastify|http|crypto|fs)['"/:]/;
/** Values that must not be guessable, wherever they are made. */
const ALWAYS_SECRET = /passw|secret|otp|one_?time|session|api_?key|csrf/i;

/** Each page has a generator of its own: nobody else sees its numbers, from which others could be computed. */
function isMadeInPage(file: string, lines: readonly string[], row: number): boolean {
  if (!/\.[cm]?[jt]sx?$/.test(file) || ALWAYS_SECRET.test(lines[row - 1] ?? '')) return false;
  return someLine(lines, OF_PAGE) && !someLine(lines, OF_SERVER);
}
