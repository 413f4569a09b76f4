import { bareKeysIn } from './bare-keys';
import { entropyOf } from './formats/entropy';

export interface FoundKey {
  readonly start: number;
  readonly end: number;
  /** The key without what the file writes between its characters: the same key has the same value everywhere. */
  readonly value: string;
  readonly trace: string;
  /** Nobody can use it without its passphrase. */
  readonly isEncrypted: boolean;
}

const BEGIN = /-----BEGIN [A-Z0-9 ]{0,24}PRIVATE KEY(?: BLOCK)?-----/g;
const END = '-----END';
/** A key of 16,384 bits, with four characters for each line end, is no longer. */
const LONGEST = 20_000;
/** An Ed25519 key in PKCS #8. */
const SHORTEST_BODY = 60;
/** An RSA key of 384 bits, fewer than any program still takes, is longer. */
const SHORTEST_OF_RSA = 300;

/** Line ends as files of all kinds write them, joints of texts, marks of comments and quotations, and headers. */
const BETWEEN = /\\{1,4}[rnt]|\\$|["'`+,.;\s\\]|&#x?[0-9aAdD]{1,2};|%0[AaDd]|<br ?\/?>|^\s*(?:#|\/\/|\*|>)+/gm;
const HEADER = /(?:Proc-Type|DEK-Info|Version|Comment|Charset|Hash): [^\n\\]{0,100}/g;
const BODY = /^[A-Za-z0-9/=]+$/;

/** Private keys in PEM, and those of which the base64 stands alone. */
export function privateKeysIn(text: string): FoundKey[] {
  const inMarks = keysInMarks(text);
  const bare = [...bareKeysIn(text)]
    .filter(({ start }) => !inMarks.some((each) => each.start <= start && start < each.end))
    .map(({ start, end }) => {
      const written = text.slice(start, end);
      return { start, end, value: keyValue(written), trace: traceOf(written), isEncrypted: false };
    });
  return [...inMarks, ...bare];
}

/** Keys in PEM, also in one line with written line ends, joined of several texts, or in a comment. */
function keysInMarks(text: string): FoundKey[] {
  const found: FoundKey[] = [];
  BEGIN.lastIndex = 0;
  let end = 0;
  let next = BEGIN.exec(text);
  for (let begin = next; begin !== null; begin = next) {
    const from = begin.index + begin[0].length;
    next = BEGIN.exec(text);
    if (end < from) end = text.indexOf(END, from);
    if (end === -1) break;
    // No key has the beginning of another in it, so that no character is worked through twice.
    if (end - from > LONGEST || (next !== null && next.index < end)) continue;
    const written = text.slice(from, end);
    const value = keyValue(written);
    if (!isKey(value)) continue;
    const isEncrypted = begin[0].includes('ENCRYPTED') || /Proc-Type: 4,ENCRYPTED/.test(written);
    found.push({ start: begin.index, end: end + END.length, value, trace: traceOf(written), isEncrypted });
  }
  return found;
}

/** The characters of a key. A plus sign goes with the joints, in every copy alike. */
export const keyValue = (written: string): string => written.replace(HEADER, '').replace(BETWEEN, '');

/** A part of a key that is the same wherever its lines break as they mostly do. */
export const traceOf = (written: string): string =>
  (written.match(/[A-Za-z0-9+/]{20,}/g) ?? [])
    .reduce((longest, run) => (run.length > longest.length ? run : longest), '')
    .slice(0, 64);

/**
 * Whether what is written as a key of RSA is all there, and too short to be one. The plus signs of joints count as well
 * as those of the key, so that no key gets shorter than it is.
 */
export function isTooShort(key: string): boolean {
  const body = key.replace(/-----[^-]*(?:-----)?/g, '');
  const value = keyValue(body);
  const length = value.length + body.split('+').length - 1;
  return key.startsWith('-----BEGIN RSA ') && BODY.test(value) && length < SHORTEST_OF_RSA;
}

const isKey = (value: string): boolean => value.length >= SHORTEST_BODY && BODY.test(value) && entropyOf(value) >= 4;
