import { escapedForRegex } from '../kit/escaped-for-regex';
import { indentOf } from '../kit/indent';
import { MAX_COLUMNS, cutLines, someLine } from '../kit/lines-of-file';
import { withoutComments } from '../kit/unverified';
import type { Flow } from './interpret/run';
import { argumentsAfter, functionNamed } from './file-functions';
import { lineOf } from './ir';
import { wayTo } from './trace';

/** Within this many lines before the sink, the input may have been checked. */
const MAX_LINES = 60;
/** Code that makes a signature with a key. */
const SIGNS =
  /hmac|\bmac\.|\b(?:compute|make|create|generate|calculate|get|build|check)?_?signature\w*\s*\(|\bsign\s*\(/i;
const DECLARES_MAC = /(?:^|\s)(\w+)\s*(?::=|=)\s*(?:new\s+)?[\w.]*(?:hmac|Mac\.getInstance)/i;
const GIVEN = /(?:^|[\s(])[@$]?(\w+)(?:\s*:\s*\w+)?\s*:?=(?![=~>])/;
/** Functions that compare in constant time, or that check a signature by a certificate. */
const COMPARES = new RegExp(
  String.raw`compare_digest|timingSafeEqual|MessageDigest\.isEqual|secure_?compare|constant_time_compare|` +
    String.raw`hash_equals|FixedTimeEquals|ConstantTimeCompare|hmac\.Equal|` +
    String.raw`\.CheckSignature\(`,
);
const CONDITION = /\b(?:if|elif|elsif|unless|guard|require|assert)\b/;
const LEAVES = /\b(?:return|throw|raise|exit|die|abort|halt|panic|next|fail|require|assert)\b/;
const LINES_OF_BRANCH = 4;
/** The whole body, before any of its fields is read. */
const BODY = String.raw`(?:(?:raw_?)?body|payload|request\.(?:data|get_data|raw_post)|php://input)`;

/**
 * Whether a signature of the input was compared with one that came along, and the function left where they differ: only
 * the holder of the key can have made it. Each function on the way may have done so before it passed the input on.
 */
export function isSigned(flow: Flow, linesOf: (file: string) => readonly string[]): boolean {
  return spansOf(flow).some(({ names, file, last }) => {
    const parts = names.map((name) => String.raw`(?<![\w.])[@$]?${escapedForRegex(name)}\b`);
    if (names.includes(WHOLE_BODY)) parts.push(String.raw`\b${BODY}\b`);
    if (parts.length === 0) return false;
    const lines = linesOf(file);
    if (!someLine(cutLines(lines), SIGNS)) return false;
    const code = withoutComments(functionBefore(lines, last).map((line) => line.slice(0, MAX_COLUMNS)));
    return isCompared(code, new RegExp(parts.join('|'), 'i'), lines);
  });
}

/** The part of a flow's way that lies in one function. */
interface Span {
  /** The variables that hold the input there. */
  readonly names: readonly string[];
  readonly file: string;
  /** The line at which the input leaves the function, or ends. */
  readonly last: number;
}

/** Stands among names for the whole body of the request. */
const WHOLE_BODY = 'the body';

function spansOf({ taint, file, at }: Flow): readonly Span[] {
  const spans: Span[] = [];
  const around: (readonly string[])[] = [];
  let names: readonly string[] = /^body of the request$/.test(taint.label) ? [WHOLE_BODY] : [];
  for (const step of wayTo(taint.step)) {
    const stored = STORED_IN.exec(step.note)?.[1];
    if (stored !== undefined) names = [...names, stored];
    if (step.note.startsWith('passed to ')) {
      spans.push({ names, file: step.file, last: lineOf(step.at) });
      around.push(names);
      names = step.into === undefined ? [] : [step.into.replace(/^\W+/, '')];
    } else if (step.note.startsWith('returned by ')) names = around.pop() ?? [];
  }
  return [...spans, { names, file, last: lineOf(at) }];
}

const STORED_IN = /^stored in [$@]{0,2}([\p{L}_]\w*)$/u;

/** The lines before a place, back to the head of its function: they are indented as far. */
function functionBefore(lines: readonly string[], last: number): readonly string[] {
  const least = indentOf(lines[last - 1] ?? '');
  let begin = last - 1;
  let indent = least;
  for (let row = last - 1; row > 0 && last - row <= MAX_LINES; row -= 1) {
    const line = lines[row - 1]!;
    if (line.trim() === '') continue;
    if (FUNCTION.test(line) && indentOf(line) < indent) break;
    indent = Math.min(indent, indentOf(line));
    begin = row - 1;
  }
  return lines.slice(begin, last - 1);
}

const FUNCTION = new RegExp(
  String.raw`^\s*(?:(?:export|default|async|public|private|protected|internal|static|final|override|suspend)\s+)*` +
    String.raw`(?:def|func|fun|function|class)\b|=>\s*\{\s*$`,
);

/** @param lines those of the file, whose other functions may sign and compare */
function isCompared(code: readonly string[], input: RegExp, lines: readonly string[], depth = 0): boolean {
  const macs = new Set<string>();
  const signatures = new Set<string>();
  for (const [index, line] of code.entries()) {
    const mac = DECLARES_MAC.exec(line)?.[1];
    if (mac !== undefined) macs.add(mac);
    const fed = [...macs].some((name) => new RegExp(String.raw`\b${name}\.\w+\(`).test(line));
    const signs = signedIn(line, lines);
    const isOfInput = (signs !== undefined && input.test(signs)) || (fed && input.test(line));
    const isOfMac = fed && macs.size > 0 && [...macs].some((name) => signatures.has(name));
    const given = GIVEN.exec(line)?.[1];
    if (isOfInput && fed) for (const name of macs) signatures.add(name);
    if ((isOfInput || isOfMac) && given !== undefined) signatures.add(given);
    if (depth === 0 && isLeftByCalled(code, index, input, lines)) return true;
    if (!isOfInput && signatures.size === 0) continue;
    if (compares(line, isOfInput, signatures) && leaves(code, index)) return true;
  }
  return false;
}

const CALLS = /(?<![\w.])(?:(?:\$?this|self|static|super|@?\w+)(?:->|::|\.))?(\w+[?!]?)\(/g;

/** The part of a line of which a signature is made, here or by a function of the file. */
function signedIn(line: string, lines: readonly string[]): string | undefined {
  const signs = SIGNS.exec(line);
  if (signs !== null) return line.slice(signs.index);
  for (const call of line.matchAll(CALLS))
    if (functionNamed(lines, call[1]!)?.body.some((each) => SIGNS.test(each)))
      return argumentsAfter(line, call.index + call[0].length - 1)?.join(',');
  return undefined;
}

/** Whether a line passes the input to a function of the file that compares its signature, and does not go on else. */
function isLeftByCalled(code: readonly string[], index: number, input: RegExp, lines: readonly string[]): boolean {
  for (const call of code[index]!.matchAll(CALLS)) {
    const called = input.test(code[index]!) ? functionNamed(lines, call[1]!) : undefined;
    const given = called && argumentsAfter(code[index]!, call.index + call[0].length - 1);
    const place = given?.findIndex((each) => input.test(each)) ?? -1;
    const name = called?.parameters[place];
    if (called === undefined || name === undefined) continue;
    const parameter = new RegExp(String.raw`(?<![\w.])[@$]?${escapedForRegex(name)}\b`);
    const isAsked = CONDITION.test(code[index]!) && leaves(code, index);
    // The answer of the function is a condition of its caller, or the function ends its caller, too.
    const body = called.body.map((line) =>
      isAsked ? line.replace(/^\s*return\b/, 'if return') : line.replace(/\b(?:return|next)\b/g, ''),
    );
    if (isCompared(body, parameter, lines, 1)) return true;
  }
  return false;
}

/** Whether a condition compares the signature with another one. */
function compares(line: string, isOfInput: boolean, signatures: ReadonlySet<string>): boolean {
  if (!CONDITION.test(line)) return false;
  const named = [...signatures].map(escapedForRegex).join('|');
  const isNamed = named !== '' && new RegExp(String.raw`(?<![\w.])[@$]?(?:${named})\b`).test(line);
  if (COMPARES.test(line)) return isOfInput || isNamed;
  if (named === '') return false;
  const isBefore = String.raw`(?<![\w.])[@$]?(?:${named})\s*[!=]==?(?!=|\s*(?:["'\d]|null|nil|None|undefined))`;
  return new RegExp(String.raw`${isBefore}|[!=]==?\s*[@$]?(?:${named})\b`).test(line);
}

const leaves = (code: readonly string[], index: number): boolean =>
  code.slice(index, index + LINES_OF_BRANCH).some((line) => LEAVES.test(line));
