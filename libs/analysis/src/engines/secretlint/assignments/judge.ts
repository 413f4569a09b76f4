import type { Severity } from '@assay/kernel';
import { KEY_OF_STORE } from '../../../catalogue/secret-writing/names';
import type { Assignment } from './assignment';
import { type Writing, isTranslation } from './languages';
import { type SecretKind, kindOfName, wordsOf } from './names';
import { isInSentence } from './sentences';
import { classOf, isDigest, isUuid, isVocabulary } from './values';
import { worthOf } from './worth';
import { isPassphrase, isTyped, isUsedWord } from './accounts';
import { isCamelName, isDottedName, isNameOfSecret, repeats } from './identifiers';

export interface JudgedAssignment extends Assignment {
  readonly rule: 'assigned-password' | 'assigned-secret';
  readonly severity: Severity;
}

export interface Surroundings {
  readonly path: string;
  readonly writing: Writing;
  readonly text: string;
  /** The file is a test, an example or documentation. */
  readonly isTrial: boolean;
}

/** A user, a host or an address beside a password says that both are used. */
const NEIGHBOUR =
  /\b\w{0,20}(?:user(?:name)?|login|e?mail|host|database|account|url|dsn|port)\w{0,10}["']?\s{0,3}(?:[:=(,]|=>)/i;
const NEAR = 240;

function hasNeighbour({ text }: Surroundings, { start, end }: Assignment): boolean {
  return NEIGHBOUR.test(text.slice(Math.max(0, start - NEAR), Math.min(text.length, end + NEAR)));
}

/** Words for people: `Passwort`, `Mot de passe`, or the sentence that asks for one. */
const FOR_PEOPLE = new RegExp(
  [
    'passw|parola|heslo|salasana|adgangskode|mot de|senha',
    // In texts, and not in a regular expression: scripts/bundle-command.cjs says why.
    'hasło|lösenord|contraseña|пароль|密码|密碼|パスワード',
  ].join('|'),
  'i',
);

/** Whether a value is a secret of its kind, and what it is worth. */
export function judge(written: Assignment, surroundings: Surroundings): JudgedAssignment | undefined {
  // `"security.password": false,`
  const assignment = written.isQuoted ? written : { ...written, value: written.value.replace(/(?<=\w),$/, '') };
  const kind = assignment.name === 'bearer token' ? 'token' : kindOfName(assignment.name);
  if (kind === undefined || repeats(assignment.name, assignment.value)) return undefined;
  if (isInSentence(surroundings.text, assignment)) return undefined;
  const isOne = kind === 'password' ? isPassword(assignment, surroundings) : isKey(kind, assignment, surroundings);
  if (!isOne) return undefined;
  return {
    ...written,
    rule: kind === 'password' ? 'assigned-password' : 'assigned-secret',
    severity: worthOf(kind, assignment, surroundings),
  };
}

const LONGEST_PASSWORD = 128;

function isPassword(assignment: Assignment, surroundings: Surroundings): boolean {
  const { value, by, isQuoted } = assignment;
  if (value.length > LONGEST_PASSWORD || isDigest(value) || isUuid(value)) return false;
  if (isCountry(assignment, surroundings)) return false;
  const translated = isTranslation(surroundings.path);
  if (by === 'argument' && /^[A-Za-z]+$/.test(value)) return false;
  if (!translated && isTyped(value)) return true;
  switch (classOf(value)) {
    case 'random':
      // Programs for translators put marks in the place of words: `crwdns101:0crwdne101:0`.
      return !translated;
    case 'mixed':
    case 'numbered':
      if (translated || isIdentifier(value) || isDottedName(value)) return false;
      return !FOR_PEOPLE.test(value) || /\d/.test(value);
    case 'digits':
      return (
        by !== 'comparison' &&
        by !== 'fallback' &&
        !translated &&
        value.length <= 20 &&
        (isQuoted || surroundings.writing === 'config')
      );
    case 'word':
      if (translated || FOR_PEOPLE.test(value) || isCodeWord(value)) return false;
      return isConfigured(surroundings, by, isQuoted) || hasNeighbour(surroundings, assignment);
    case 'words':
      if (translated || isIdentifier(value) || isDottedName(value) || FOR_PEOPLE.test(value)) return false;
      return isConfigured(surroundings, by, isQuoted) || hasNeighbour(surroundings, assignment);
    case 'phrase':
      if (/phrase/i.test(assignment.name) && !translated && value.split(' ').length > 2) return true;
      return !translated && isPassphrase(assignment, surroundings);
    default:
      return !translated && (isPassphrase(assignment, surroundings) || isUsedWord(assignment, surroundings));
  }
}

const COUNTRIES = /["'](?:[a-z]{2}[_-])?[A-Z]{2}(?:-\w{1,4})?["']\s{0,3}[:=]/g;

/** `PW` is Palau among other countries. */
const isCountry = ({ name, start, end }: Assignment, { text }: Surroundings): boolean =>
  /^(?:[a-z]{2}[_-])?PW(?:-\d+)?$/.test(name) &&
  (text.slice(Math.max(0, start - NEAR), end + NEAR).match(COUNTRIES) ?? []).length > 2;

const isConfigured = ({ writing }: Surroundings, by: Assignment['by'], isQuoted: boolean): boolean =>
  (writing === 'config' && (by === 'assignment' || by === 'option')) ||
  by === 'pair' ||
  by === 'string' ||
  (by === 'element' && isQuoted);

/** `getPassword`, `userPassword`, `PASSWORD_FIELD`, `user.password`: names, not values. */
const IDENTIFIERS = [
  /^[a-z]+(?:[A-Z][a-z]+)+\d?$/,
  /^[A-Z][A-Z\d]*(?:_[A-Z\d]+)+$/,
  /^[a-z]+(?:\.[a-z_]+)+$/,
  /^[a-z]+(?:_[a-z]+){2,}$/,
  /^[a-z]+(?:-[a-z]+){3,}$/,
];
const isIdentifier = (value: string): boolean => IDENTIFIERS.some((each) => each.test(value));
/** `CONSTANT` and `TypeName` of code. */
const isCodeWord = (value: string): boolean => /^[a-z]+(?:[A-Z][a-z]+)+$|^[A-Z][a-z]+(?:[A-Z][a-z]+)+$/.test(value);

function isKey(kind: SecretKind, assignment: Assignment, surroundings: Surroundings): boolean {
  const { path, isTrial } = surroundings;
  const { name, value, by } = assignment;
  if ((by === 'comparison' || by === 'fallback') && value.length < 12) return false;
  if (kind === 'authorization' && !/^[\w+/=.-]{16,}$/.test(value)) return false;
  if (isTranslation(path) || value.length > 300) return false;
  const isSecret = kind === 'secret' || isLongLived(name);
  switch (classOf(value)) {
    case 'random':
      if (isOfPicture(surroundings, assignment)) return false;
      return !isIdentifier(value) && !(isOfStore(name) && value.length < LEAST_KEY_OF_STORE);
    case 'mixed':
      if (isIdentifier(value) || isVocabulary(value) || isOfStore(name)) return false;
      if (kind === 'token' && isCamelName(value)) return false;
      if (isSecret) return value.length >= 6;
      return (
        (kind === 'key' || kind === 'token') &&
        value.length >= 10 &&
        /\d/.test(value) &&
        /[a-z]/i.test(value) &&
        !isTrial
      );
    case 'words':
    case 'numbered':
      if (
        !signsTokens(surroundings, assignment) &&
        isNameOfSecret(name, value, surroundings.writing, isLongLived(name))
      )
        return false;
      return isSecret && value.length >= 10 && !isIdentifier(value) && !isTrial;
    case 'phrase':
      // `require("cookie_secret", "secure cookies")` says what the secret is for.
      return by !== 'argument' && isSecret && value.length >= 10 && !isTrial;
    case 'word':
      return by !== 'argument' && isSecret && value.length >= 6 && !isCodeWord(value) && !isTrial;
    default:
      return false;
  }
}

const PICTURE = /[?&]alt=media&$/;

/** The end of a stored picture's address, by which every visitor of the page loads it. */
const isOfPicture = ({ text }: Surroundings, { name, start }: Assignment): boolean =>
  name === 'token' && PICTURE.test(text.slice(Math.max(0, start - 26), start - name.length - 1));

/** `secret: shop-portal-secret` below `jwt:` and beside settings of tokens. */
const signsTokens = ({ text }: Surroundings, { name, start }: Assignment): boolean =>
  /^secret$/i.test(name) && /^[ \t]*jwt:/m.test(text.slice(Math.max(0, start - NEAR), start));

const isOfStore = (name: string): boolean => KEY_OF_STORE.test(wordsOf(name).join(' '));
/** The key that signs sessions is random and at least as long. A shorter one is the id of something that is kept. */
const LEAST_KEY_OF_STORE = 20;

/** Keys that sign or encrypt for as long as a service runs. People invent them in words. */
const isLongLived = (name: string): boolean => {
  const words = wordsOf(name).join(' ');
  return /(?:secret|signing|encryption|crypto?|jwt|master|hmac|cipher) ?key/.test(words);
};
