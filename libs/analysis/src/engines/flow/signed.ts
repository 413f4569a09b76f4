import { escapedForRegex } from '../kit/escaped-for-regex';
import { indentOf } from '../kit/indent';
import { withoutComments } from '../kit/unverified';
import type { Flow } from './interpret/run';
import { lineOf } from './ir';
import { wayTo } from './trace';

/** Within this many lines before the sink, the input may have been checked. */
const MAX_LINES = 60;
/** Code that makes a signature with a key. */
const SIGNS = /hmac|\bmac\.|\b(?:compute|make|create|generate|calculate|get)?_?signature\w*\s*\(|\bsign\s*\(/i;
const DECLARES_MAC = /(?:^|\s)(\w+)\s*(?::=|=)\s*(?:new\s+)?[\w.]*(?:hmac|Mac\.getInstance)/i;
const GIVEN = /(?:^|[\s(])[@$]?(\w+)(?:\s*:\s*\w+)?\s*:?=(?![=~>])/;
/** Functions that compare in constant time. */
const COMPARES = new RegExp(
  String.raw`compare_digest|timingSafeEqual|MessageDigest\.isEqual|secure_?compare|constant_time_compare|` +
    String.raw`hash_equals|FixedTimeEquals|ConstantTimeCompare|hmac\.Equal`,
);
const CONDITION = /\b(?:if|elif|elsif|unless|guard|require|assert)\b/;
const LEAVES = /\b(?:return|throw|raise|exit|die|abort|halt|panic|next|fail|require|assert)\b/;
const LINES_OF_BRANCH = 4;
/** The whole body, before any of its fields is read. */
const BODY = String.raw`(?:(?:raw_?)?body|payload|request\.(?:data|get_data|raw_post)|php://input)`;

/**
 * Whether a signature of the input was compared with one that came along, and the function left where they differ: only
 * the holder of the key can have made it.
 */
export function isSigned({ taint, file, at }: Flow, linesOf: (file: string) => readonly string[]): boolean {
  const steps = wayTo(taint.step);
  if (steps.some((step) => step.file !== file)) return false;
  const lines = linesOf(file);
  const last = lineOf(at);
  const names = new Set(steps.flatMap(({ note }) => STORED_IN.exec(note)?.[1] ?? []));
  const parts = [...names].map((name) => String.raw`(?<![\w.])[@$]?${escapedForRegex(name)}\b`);
  if (/^body of the request$/.test(taint.label)) parts.push(String.raw`\b${BODY}\b`);
  if (parts.length === 0) return false;
  const code = withoutComments(functionBefore(lines, last));
  return isCompared(code, new RegExp(parts.join('|'), 'i'));
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

function isCompared(code: readonly string[], input: RegExp): boolean {
  const macs = new Set<string>();
  const signatures = new Set<string>();
  for (const [index, line] of code.entries()) {
    const mac = DECLARES_MAC.exec(line)?.[1];
    if (mac !== undefined) macs.add(mac);
    const fed = [...macs].some((name) => new RegExp(String.raw`\b${name}\.\w+\(`).test(line));
    const signs = SIGNS.exec(line);
    const isOfInput = (signs !== null && input.test(line.slice(signs.index))) || (fed && input.test(line));
    const isOfMac = fed && macs.size > 0 && [...macs].some((name) => signatures.has(name));
    const given = GIVEN.exec(line)?.[1];
    if (isOfInput && fed) for (const name of macs) signatures.add(name);
    if ((isOfInput || isOfMac) && given !== undefined) signatures.add(given);
    if (!isOfInput && signatures.size === 0) continue;
    if (compares(line, isOfInput, signatures) && leaves(code, index)) return true;
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
