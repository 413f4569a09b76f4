import {
  AFTER,
  AUTHORIZATION,
  KEY,
  KEY_BEFORE,
  NOT_FIRST,
  NO_PASSWORD_BEFORE,
  PASSWORD,
  SALT,
  SECRET,
  TOKEN,
} from '../../../catalogue/secret-writing/names';
/** The kind of the value of a name: something that a person types, or that programs show to each other. */
export type SecretKind = 'password' | 'secret' | 'token' | 'key' | 'salt' | 'authorization';

const NUMBER = /^\d{1,3}$/;

/** `DB_PASSWORD`, `dbPassword`, `db.password`, `db-password`: its words in lower case. */
export const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');

function kindOfWord(word: string, before: string | undefined): SecretKind | undefined {
  if (word === 'pass' && before !== undefined && NO_PASSWORD_BEFORE.has(before)) return undefined;
  if (PASSWORD.test(word)) return 'password';
  if (before === 'pass' && (word === 'word' || word === 'phrase')) return 'password';
  if (SECRET.test(word)) return 'secret';
  if (TOKEN.test(word)) return 'token';
  if (KEY.test(word) || (word === 'key' && before !== undefined && KEY_BEFORE.has(before))) return 'key';
  if (SALT.test(word)) return 'salt';
  return AUTHORIZATION.test(word) ? 'authorization' : undefined;
}

/** The kind of the value of a name; undefined if the name promises no secret. */
export function kindOfName(name: string): SecretKind | undefined {
  const words = wordsOf(name).slice(-8);
  for (let at = words.length - 1; at >= 0; at -= 1) {
    const kind = kindOfWord(words[at]!.replace(/(?<=[a-z])\d{1,2}$/, ''), words[at - 1]);
    if (kind !== undefined) return words.slice(0, at).some((word) => NOT_FIRST.has(word)) ? undefined : kind;
    if (!AFTER.has(words[at]!) && !NUMBER.test(words[at]!)) return undefined;
  }
  return undefined;
}
