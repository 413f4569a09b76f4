import { escapedForRegex } from '../escaped-for-regex';

/** So much of the text before a place is looked at, in characters: what surrounds an import begins nearer. */
const MOST_BEFORE = 4_000;

interface NamedPlace {
  readonly before: string;
  readonly after: string;
}

/** The places of a text that name a module or a package in quotes, or a file of it, with what stands around each. */
export const placesNaming = (text: string, name: string): readonly NamedPlace[] =>
  [...text.matchAll(new RegExp(`(['"\`])${escapedForRegex(name)}(?:/[^'"\`]*)?\\1`, 'g'))].map(
    ({ 0: named, index }) => ({
      before: text.slice(Math.max(0, index - MOST_BEFORE), index),
      after: text.slice(index + named.length),
    }),
  );
