import { decodeBytes, detectEncoding } from '@assay/source-text';
import { inertManifest } from './inert-manifest';

/**
 * Prepares a text for engines. UTF-16 becomes UTF-8, and directives that would hide results are overwritten. Every line
 * and column stays in its place. If nothing has to change, the same buffer is returned.
 */
export function prepareText(bytes: Buffer, name: string, neutralise: readonly RegExp[]): Buffer {
  const encoding = detectEncoding(bytes);
  const asIs = encoding === 'utf-8' || encoding === 'latin1';
  if (asIs && neutralise.length === 0 && name !== 'package.json') return bytes;
  const text = encoding === 'utf-8' ? bytes.toString('utf8') : decodeBytes(bytes, encoding);
  let prepared = name === 'package.json' ? inertManifest(text) : text;
  for (const directive of neutralise) prepared = overwrite(prepared, directive);
  if (asIs && prepared === text) return bytes;
  return Buffer.from(prepared, encoding === 'latin1' ? 'latin1' : 'utf8');
}

/** Replaces letters and digits by `x`. Comment delimiters stay, or code would begin in the middle of a comment. */
export function overwrite(text: string, directive: RegExp): string {
  const everywhere = directive.global ? directive : new RegExp(directive.source, `${directive.flags}g`);
  return text.replace(everywhere, (match) =>
    match.replace(/[\p{L}\p{N}]/gu, (character) => 'x'.repeat(character.length)),
  );
}
