import type { Severity } from '@assay/kernel';
import { detectLanguage, languageKind } from '@assay/source-text';
import { writingOf } from './assignments/languages';
import { isMadeUpName, isMadeUpPath } from './assignments/made-up';
import { COMPOSITION, SETS_UP } from './assignments/worth';
import { type WhyForTrials, keysForTrialsIn } from './certificates';
import { isTooShort } from './private-keys';

// The worth of a key or token by its place, where its form says nothing of that.

/** More keys than one service has stand in one file of code only where they are made to be tried. */
const MOST_KEYS = 8;
const NAME_BEFORE =
  /([\w$.-]{1,80})["'\]]?\s{0,4}(?::\s?[\w&<>[\]' ]{1,30}\s?)?(?::?=>?|:)\s{0,4}[^\w\n]{0,8}\s{0,12}$/;

/** Keys that are published for tests: those of Pebble, the test server of Let's Encrypt, and of Debian's `ssl-cert`. */
const PUBLISHED = /(?:^|[^a-z])(?:pebble|minica|snake-?oil)(?![a-z])/i;

/** The files in the folder of a file with a key, as far as they tell of it. */
export interface Beside {
  /** The text of its certificate. */
  readonly certificate: () => string;
  /** The comments that name the file. */
  readonly comments: () => string;
}

/** `# Example keys for this playbook were made with: openssl genrsa -out private.pem` */
const OF_SAMPLES = /\b(?:example|sample|test|demo|dummy)\s+(?:(?:private|rsa|ssh)\s+)?(?:keys?|key ?pairs?)\b/i;

/**
 * Tells of private keys in a text why they were made to be tried.
 * @param count how many keys the text has
 */
export function triedKeysIn(path: string, text: string, count: number, beside?: Beside): WhyForTrials {
  const saidBeside = keysForTrialsIn(text, beside?.certificate);
  /** Keys that a comment denies. Further down in the text they open nothing either. */
  const denied = new Set<string>();
  return (start, end) => {
    if (isMadeUpPath(path) || PUBLISHED.test(path)) return 'its path says so';
    // A file of settings may well hold the keys of many services.
    if (count > MOST_KEYS && languageKind(detectLanguage(path)) === 'source') return `its file has ${count} keys`;
    if (isNamedMadeUp(text, start)) return 'its name says so';
    if (isTooShort(text.slice(start, end))) return 'it is too short for RSA';
    const key = text.slice(start, end).replaceAll(/\s/g, '');
    if (DENIED.test(commentAbove(text, start))) denied.add(key);
    if (denied.has(key)) return 'its comment says so';
    const said = saidBeside(start, end);
    if (said !== undefined || beside === undefined) return said;
    return OF_SAMPLES.test(beside.comments()) ? 'a comment of a file beside it says so' : undefined;
  };
}

/** A comment that says of a key that it opens nothing: `It isn't used anywhere`, `a dummy key, for tests only`. */
const DENIED = new RegExp(
  String.raw`(?:\bnot|n['’]t|\bnever)\s+(?:actually\s+|really\s+)?(?:a\s+)?(?:used|real|secret|valid|in\s+use)\b|` +
    String.raw`\b(?:dummy|fake|bogus)\b|\bno\s+(?:security|secret)\s+leak|\bfor\s+(?:unit\s+)?test(?:s|ing)\s+only\b`,
  'i',
);
/** A comment above a key explains it in a few lines, before or after the name of the key. */
const LINES_ABOVE = 8;

function commentAbove(text: string, start: number): string {
  const lines = text.slice(Math.max(0, start - LINES_ABOVE * 200), start).split('\n');
  const comments = lines.slice(-LINES_ABOVE).filter((line) => /^\s*(?:#|\/\/|\*|--|;)/.test(line));
  return comments.join('\n');
}

/** Whether what stands at a place has a name that says so: `placeholder: "gloas-…"`, `example: …`. */
export function isNamedMadeUp(text: string, start: number): boolean {
  const name = NAME_BEFORE.exec(text.slice(Math.max(0, start - 140), start))?.[1];
  return name !== undefined && isMadeUpName(name);
}

const ON_OWN_MACHINE = /:\/\/(?:localhost|127\.0\.0\.1|host\.docker\.internal)\b/;

/**
 * The worth of a key that a server takes when it is set up: its author made it up, and no provider issued it. On
 * one's own machine it guards nothing.
 * @param product the first word of the format's id: the server is its own, not one that is given the key of another
 * @returns undefined if the key is another one
 */
export function worthOfSetUp(product: string, path: string, text: string, start: number): Severity | undefined {
  const name = NAME_BEFORE.exec(text.slice(Math.max(0, start - 140), start))?.[1];
  if (name === undefined || !SETS_UP.test(name) || !name.toLowerCase().startsWith(product)) return undefined;
  return COMPOSITION.test(path) || ON_OWN_MACHINE.test(text) ? 'low' : 'medium';
}

/**
 * Files of programs that run in a browser or on a telephone, or are read there: everyone who has the program has the
 * key.
 */
const CLIENT =
  /\.(?:kt|kts|swift|m|mm|dart|xml|plist|html?|js|jsx|mjs|ts|tsx|vue|svelte)$|(?:^|\/)google-services\.json$/i;
const SHOWN_BY_NAME = new RegExp(
  String.raw`\b(?:VITE|NEXT_PUBLIC|REACT_APP|EXPO_PUBLIC|NUXT_PUBLIC|GATSBY|PUBLIC)_\w{0,60}|` +
    'map|firebase|youtube|places|geocod|analytics',
  'i',
);
const BESIDE_PUBLIC_ONES = /authDomain|storageBucket|messagingSenderId|firebaseapp\.com/;
const NEAR = 200;

/** Google gives one form to keys that every visitor of a page gets and to those of a server. */
export function worthOfGoogleKey(path: string, text: string, start: number, end: number): Severity {
  const line = text.slice(Math.max(text.lastIndexOf('\n', start) + 1, start - NEAR), start);
  const isShown =
    CLIENT.test(path) ||
    SHOWN_BY_NAME.test(line) ||
    BESIDE_PUBLIC_ONES.test(text.slice(Math.max(0, start - NEAR), end + NEAR));
  return isShown || isMadeUpPath(path) ? 'low' : 'high';
}

/** A token that says when it expires is of no use for long; so is one that a program gives to everybody. */
export function worthOfJsonWebToken(path: string, token: string): Severity {
  const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('latin1');
  const isOfNoUse =
    /"exp"\s?:/.test(payload) || /"(?:anon|supabase-demo|https?:\/\/[\w.]*example\.\w+[^"]*)"/.test(payload);
  return isOfNoUse || isMadeUpPath(path) ? 'low' : 'medium';
}

/** The longest address of which the parameters are looked for, in characters. */
const LONGEST_ADDRESS = 2_000;
const DAY = 24 * 60 * 60 * 1000;

/** An address that Azure signs for a day at most, as each download gets one, opens nothing when it is read here. */
export function worthOfSignedAddress(text: string, start: number): Severity | undefined {
  const before = /[^\s"'`<>]*$/.exec(text.slice(Math.max(0, start - LONGEST_ADDRESS), start))![0];
  const after = /^[^\s"'`<>]*/.exec(text.slice(start, start + LONGEST_ADDRESS))![0];
  const time = (name: string): number =>
    Date.parse(decoded(new RegExp(`[?&]${name}=([\\w%:.+-]{8,40})`).exec(before + after)?.[1] ?? ''));
  const from = Number.isNaN(time('st')) ? time('skt') : time('st');
  return time('se') - from <= DAY ? 'low' : undefined;
}

/** Times in addresses have a colon that is encoded. */
const decoded = (time: string): string => time.replaceAll(/%3A/gi, ':');

/** Forty characters, as a secret key of AWS is written. */
const SECRET_OF_AWS =
  /(?<![\w+/.-])(?=[\w+/]{0,39}[A-Z])(?=[\w+/]{0,39}[a-z])(?=[A-Za-z+/]{0,39}\d)[A-Za-z\d+/]{40}(?![\w+/=-])/;

/** The id of a key says whose it is, and opens nothing without the secret key that belongs to it. */
export const worthOfAwsKeyId = (text: string): Severity | undefined => (SECRET_OF_AWS.test(text) ? undefined : 'low');

/** As far back as the command is looked for. */
const LONGEST_PARAGRAPH = 1_000;

/**
 * Whether a value stands on a line of its own in the help of a program, as the output of a command with its prompt:
 * a sample that everybody reads.
 */
export function isSampleOutput(path: string, text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - LONGEST_PARAGRAPH), start);
  const lines = before.split('\n');
  if (writingOf(path) !== 'code' || lines.pop()!.trim() !== '') return false;
  const paragraph = lines.slice(lines.findLastIndex((line) => line.trim() === '') + 1);
  return paragraph.some((line) => /^\s*\$ [\w./-]/.test(line));
}

/** As far before a value as its pattern is looked for, in characters and in lines. */
const LONGEST_ENTRY = 400;
const LINES_OF_AN_ENTRY = 4;
/** A text in quotes that is a regular expression with a counted or repeated class of characters. */
const PATTERN = /(["'`])((?:(?!\1)[^\n]){2,200}\](?:\{\d|[+*])(?:(?!\1)[^\n]){0,200})\1/g;
/** The characters that all texts of an alternative of a pattern begin with. */
const LITERAL_BEGINNING = /^(?:\^|\\b|\(\?[:i]+\)?|\()*([\w-]{2,})/;

/**
 * Whether the pattern of a value stands just before it, as in the table of a program that looks for secrets: then the
 * value is there to try the pattern.
 */
export function isBesideItsPattern(text: string, start: number, end: number): boolean {
  const before = text
    .slice(Math.max(0, start - LONGEST_ENTRY), start)
    .split('\n')
    .slice(-LINES_OF_AN_ENTRY)
    .join('\n');
  const value = text.slice(start, end);
  return [...before.matchAll(PATTERN)].some(([, , pattern]) =>
    pattern!.split('|').some((each) => {
      const beginning = LITERAL_BEGINNING.exec(each)?.[1];
      return beginning !== undefined && value.startsWith(beginning) && each.length > beginning.length;
    }),
  );
}

/** Kinds of values that somebody has to replace, or that no one else has. */
const TO_REPLACE = [
  /[@/.]example\.(?:com|org|net)\b/,
  /:\/\/(?:user(?:name)?|me):pass(?:word)?@/,
  /(["'])[xX*]{8,}\1/,
  /(?:12345678|abcdefgh|98765432)/,
  /["'= ](?:your|my)[-_]?\w+["'\n]|change[-_]?me|_my[a-z]+["']/i,
];
/** So many kinds of them are no accident. */
const FEWEST_KINDS = 3;

/** Whether a file of settings is a template of which all has to be replaced, so that its tokens are samples, too. */
export const isToFillIn = (path: string, text: string): boolean =>
  /(?:^|\/)templates?\//.test(path) &&
  writingOf(path) !== 'code' &&
  TO_REPLACE.filter((pattern) => pattern.test(text)).length >= FEWEST_KINDS;
