import { decodeBytes, detectEncoding } from '@assay/source-text';
import { inertManifest } from './inert-manifest';

/**
 * The text as engines shall see it: in UTF-8 where it was UTF-16, with directives that would hide results from them
 * overwritten. Every line and column stays where it is. The same buffer when nothing had to change.
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

/** Letters and digits become `x`; what delimits a comment stays, or code would begin in the middle of one. */
export function overwrite(text: string, directive: RegExp): string {
  const everywhere = directive.global ? directive : new RegExp(directive.source, `${directive.flags}g`);
  return text.replace(everywhere, (match) =>
    match.replace(/[\p{L}\p{N}]/gu, (character) => 'x'.repeat(character.length)),
  );
}
