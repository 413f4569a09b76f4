import { NAMES_A_SECRET, SHARED_SECRET } from '../../../catalogue/secret-writing/names';
import type { Writing } from './languages';
import { wordsOf } from './names';

// Values that name something: a field, an object of a cluster, an entry of a store, a text of an application.

const normalized = (text: string): string => text.toLowerCase().replace(/[^a-z\d]/g, '');

/** `password: 'password_field'`, `keystorePasswordKey: 'keystore-password'`: the value names what the name does. */
export function repeats(name: string, value: string): boolean {
  const [plain, said] = [normalized(name), normalized(value)];
  if (plain === said || (said.length > 3 && plain.endsWith(said))) return true;
  if (plain.length > 3 && said.startsWith(plain) && !/\d/.test(said)) return true;
  const [ofName, ofValue] = [new Set(wordsOf(name)), wordsOf(value)];
  return ofValue.length > 1 && ofValue.every((word) => ofName.has(word));
}

/** `auth/weak-password1`, `form.login-2.label`: a code or a key of a text. */
export const isDottedName = (value: string): boolean =>
  /^[A-Za-z][\w.-]*(?:\/[\w.-]+)+$|^[A-Za-z][\w-]*(?:\.[\w-]+){2,}$/.test(value);

/** `colorBlue500`, `spacingLg2` */
export const isCamelName = (value: string): boolean => /^[a-z]{2,}(?:[A-Z][a-z]+)+\d{0,4}$/.test(value);

/**
 * Whether words with separators name a secret that is kept elsewhere. The files of a cluster name almost all of theirs
 * so: only a secret that two sides know, or that signs, is written in words there.
 */
export function isNameOfSecret(name: string, value: string, writing: Writing, isLongLived: boolean): boolean {
  const inCode = writing === 'code' || writing === 'markup';
  const words = wordsOf(value);
  // Who invents the key of a service calls it a secret key: `SECRET_KEY = 'shop-secret-key-2020'`.
  const says = (word: string) => NAMES_A_SECRET.has(word) && !(isLongLived && inCode && /^(?:secret|key)$/.test(word));
  if (words.some(says)) return true;
  if (inCode || isLongLived) return false;
  const ofName = wordsOf(name);
  const before = ofName[ofName.findLastIndex((word) => word.endsWith('secret')) - 1];
  return before === undefined ? !/^(?:app|client)secret/.test(ofName.at(-1)!) : !SHARED_SECRET.has(before);
}
