import {
  BIGRAMS,
  HASH,
  LEDGER_ADDRESS,
  PLACEHOLDER,
  PUBLISHED,
  PUBLISHED_PARTS,
  REFERENCE,
  URL_OR_PATH,
  VOCABULARY,
} from '../../../catalogue/secret-writing/values';
import { textInBase64 } from '../../kit/base64-text';
import { entropyOf, isStandIn } from '../formats/entropy';
import { wordsOf } from './names';

/**
 * The class of a written value: `random` as programs make it, `mixed` as people make passwords, `words` joined by
 * separators, words and numbers likewise (`numbered`), one `word`, `digits`, some words of a `phrase`, or `nothing`
 * that could be a secret.
 */
export type ValueClass = 'random' | 'mixed' | 'words' | 'numbered' | 'word' | 'digits' | 'phrase' | 'nothing';

const DIGEST = /^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{56}|[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})$/i;

export const isReference = (value: string): boolean => REFERENCE.some((each) => each.test(value));
export const isPlaceholder = (value: string): boolean => PLACEHOLDER.some((each) => each.test(value));
const isHash = (value: string): boolean => HASH.some((each) => each.test(value));
export const isDigest = (value: string): boolean => DIGEST.test(value);

const MAIL_OR_DATE = /^[\w.+-]+@[\w-]+\.[a-z]{2,}$|^\d{4}-\d\d-\d\d|^v?\d+\.\d+(?:\.\d+)?$/i;
/** `SomeType::member`, `a.b.c`, `foo()`, `Foo<Bar>`, `a ? b`: code. */
const CODE = /^[A-Za-z_$][\w$]*(?:(?:\.|::|->)[A-Za-z_$][\w$]*)+$|\(\)|\w\(|=>|&&|\|\||^\w+ \? |;$/;

/** The share of pairs of letters that are common in words: about .9 in words, .45 in random letters. */
function wordiness(value: string): number {
  const runs = value.toLowerCase().match(/[a-z]{2,}/g) ?? [];
  let pairs = 0;
  let common = 0;
  for (const run of runs)
    for (let at = 0; at + 1 < run.length; at += 1) {
      pairs += 1;
      if (BIGRAMS.has(run.slice(at, at + 2))) common += 1;
    }
  return pairs === 0 ? 0 : common / pairs;
}

/** How often the class of characters changes from one to the next: about .6 in base64, .1 in words. */
function changes(value: string): number {
  let count = 0;
  let last = '';
  for (const each of value) {
    const kind = /[a-z]/.test(each) ? 'a' : /[A-Z]/.test(each) ? 'A' : /\d/.test(each) ? '0' : '-';
    if (last !== '' && kind !== last) count += 1;
    last = kind;
  }
  return value.length < 2 ? 0 : count / (value.length - 1);
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Ids of products and of rows are no passwords. */
export const isUuid = (value: string): boolean => UUID.test(value);
const LONGEST = 400;

/** Whether a program made it: it has no words, and changes between kinds of characters. */
export function isRandom(value: string): boolean {
  if (value.length < 12 || /\s/.test(value)) return false;
  if (UUID.test(value)) return entropyOf(value) > 2.6;
  const entropy = entropyOf(value);
  if (/^[0-9a-f]+$/i.test(value))
    return value.length >= 16 && entropy >= 2.7 && /\d/.test(value) && /[a-f]/i.test(value);
  if (entropy < 3) return false;
  const hasDigit = /\d/.test(value);
  if (hasDigit && changes(value) >= 0.22 && wordiness(value) < 0.78) return true;
  if (value.length < 16) return hasDigit && wordiness(value) < 0.55;
  return wordiness(value) < 0.62 && (hasDigit || (/[a-z]/.test(value) && /[A-Z]/.test(value)) || value.length >= 24);
}

const LEAST_WORDINESS = 0.5;

/** `devops123`, `admin2024`: a guesser of passwords begins with such, and not with letters that are no word. */
export const isWordAndDigits = (value: string): boolean =>
  /^[A-Z]?[a-z]{3,16}[-_]?\d{1,5}!?$/.test(value) && wordiness(value) >= LEAST_WORDINESS;

/** Whether all that the value says are words that stand for a value: `my-secret-token`, `newPassword1`. */
export function isVocabulary(value: string): boolean {
  const words = wordsOf(value.replace(/(?<=[A-Za-z])\d{1,4}\b|\b\d{1,3}\b|[!?.]+$/g, ''));
  return words.every((word) => isOfVocabulary(word) || isOfVocabulary(word.replace(/\d+$/, '')));
}

const LONGEST_JOINED = 40;

/** A word, or several without anything between them: `testpass`, `mysecrettoken`. */
function isOfVocabulary(word: string): boolean {
  if (VOCABULARY.has(word)) return true;
  if (word.length > LONGEST_JOINED) return false;
  const ends = new Set([0]);
  for (let end = 2; end <= word.length; end += 1)
    for (const start of ends)
      if (end - start > 1 && VOCABULARY.has(word.slice(start, end))) {
        ends.add(end);
        break;
      }
  return ends.has(word.length);
}

/** `app-settings-v2`, `color-blue-500`, `todos-2.0`, `font.size.2xl`, `etcd-cluster-k8s` */
const PART = String.raw`(?:[A-Za-z]+\d{0,3}|\d{1,4}[A-Za-z]{0,3}|[A-Za-z]\d{1,2}[A-Za-z])`;
const NUMBERED = new RegExp(`^(?:@(?=[\\w-]+[/:]))?${PART}(?:[-_.:/]${PART})+$`);

/** Words and numbers with separators between them. A long value of random letters is not among them. */
const isNumbered = (value: string): boolean =>
  NUMBERED.test(value) && (value.length < 12 || (/[A-Za-z]{3}/.test(value) && wordiness(value) >= LEAST_WORDINESS));

export const isPublished = (value: string): boolean =>
  PUBLISHED.has(value) || PUBLISHED_PARTS.some((part) => value.includes(part));

const TRIAL = /test|sample|demo|fake/i;
/** `my-secret-key-which-should-be-changed-in-production`: several words, one of which asks for another value. */
const ADVICE = /^(?=.*\b(?:changed?|replaced?)\b)[a-z]+(?:[-_ ][a-z\d]+){3,}$/i;

/** More than two of them are a text in another script. */
const FOREIGN = /[^ -~].*[^ -~].*[^ -~]|(?:\\u[\da-f]{4}){3}/i;

export function classOf(value: string): ValueClass {
  if (value.length < 4 || value.length > LONGEST || isPublished(value) || FOREIGN.test(value)) return 'nothing';
  const plain = textInBase64(value);
  if (plain !== undefined && (isPlaceholder(plain) || (TRIAL.test(plain) && isVocabulary(plain)))) return 'nothing';
  if (plain !== undefined && ADVICE.test(plain)) return 'nothing';
  if (isReference(value) || isHash(value) || URL_OR_PATH.test(value) || MAIL_OR_DATE.test(value)) return 'nothing';
  if (isPlaceholder(value) || /^(.)\1+$/.test(value)) return 'nothing';
  if (/\s/.test(value)) return /^[a-z\d]+(?: [a-z\d]+){1,4}$/.test(value) ? 'phrase' : 'nothing';
  if (/^\d+$/.test(value)) return 'digits';
  if (LEDGER_ADDRESS.test(value)) return 'nothing';
  const numbered = isNumbered(value);
  if (!numbered && isRandom(value)) return isStandIn(value) && value.length >= 16 ? 'nothing' : 'random';
  if (CODE.test(value) || isVocabulary(value)) return 'nothing';
  if (/^[A-Za-z]+$/.test(value)) return 'word';
  if (/^[A-Za-z]+(?:[-_.:/][A-Za-z]+)+$/.test(value)) return 'words';
  return numbered ? 'numbered' : 'mixed';
}
