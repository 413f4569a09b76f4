import { SAID, USER } from '../../../catalogue/secret-writing/accounts';
import type { Assignment } from './assignment';
import type { Surroundings } from './judge';
import { isPlaceholder, isReference, isVocabulary } from './values';

// Passwords that pass for words, sentences or placeholders, unless one looks at what they are made of and who has them.

const SIGN = String.raw`!@#$%^&*?+=~`;
/**
 * Upper and lower case, digits and a sign, as policies ask of a password: `Password$123`. Placeholders of passwords
 * are not written so.
 */
const BY_POLICY = new RegExp(
  String.raw`^(?=.{0,39}[a-z])(?=.{0,39}[A-Z])(?=.{0,39}\d)(?=.{0,39}[${SIGN}])[\w.()${SIGN}-]{8,40}$`,
);
const ASKS_FOR_ANOTHER = /change|replace|<|>|\.{3}/i;
/** `admin12345`, `test123456`: a word with the digits that somebody has to type. */
const WORD_AND_DIGITS = /^[A-Za-z]{3,20}\d{5,10}$/;

const FOUR_WORDS = /^[a-z]{3,12}(?: [a-z]{3,12}){3,7}$/;
const SOME_WORDS = /^[\w.,'!?-]{1,20}(?: [\w.,'!?-]{2,20}){1,7}$/;

const NEAR = 120;

const hasUser = ({ text }: Surroundings, { start, end }: Assignment): boolean =>
  USER.test(text.slice(Math.max(0, start - NEAR), start)) || USER.test(text.slice(end, end + NEAR));

/** Names of accounts that are at first also their passwords. */
const DEFAULT_ACCOUNT = /^(?:admin|administrator|guest|root|sa)$/;

/** Words in lower case without anything between them, or with digits behind: `mysecretpassword`, `admin123`. */
const JOINED = /^[a-z]{8,40}$|^[a-z]{4,20}\d{1,4}$/;
const BARE = /^(?:password|passwort|passwd|passphrase|username|database|testtest|credential)s?\d?$/;

/** Whether a person typed the value, and no placeholder is written like it. */
export const isTyped = (value: string): boolean =>
  (BY_POLICY.test(value) && !ASKS_FOR_ANOTHER.test(value) && !isReference(value)) || WORD_AND_DIGITS.test(value);

/** Several words that are a password: of a user beside them, or four that say nothing together. */
export const isPassphrase = (assignment: Assignment, surroundings: Surroundings): boolean => {
  const { value, by, isQuoted } = assignment;
  if (!isQuoted || by !== 'assignment' || SAID.test(value)) return false;
  return FOUR_WORDS.test(value) || (value.length >= 8 && SOME_WORDS.test(value) && hasUser(surroundings, assignment));
};

/** A word that would stand for any password, where it is the one that is used: in settings, or of a user beside it. */
export function isUsedWord(assignment: Assignment, surroundings: Surroundings): boolean {
  const { value, by } = assignment;
  if (by !== 'assignment' && by !== 'string') return false;
  if (DEFAULT_ACCOUNT.test(value)) return hasUser(surroundings, assignment);
  if (surroundings.isTrial || surroundings.writing !== 'config') return false;
  return JOINED.test(value) && !BARE.test(value) && isVocabulary(value) && !isPlaceholder(value);
}
