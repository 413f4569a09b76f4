import { SPDX } from '@cyclonedx/cyclonedx-library';
import parse from 'spdx-expression-parse';

export type Licence =
  | { readonly kind: 'id'; readonly id: string }
  | { readonly kind: 'expression'; readonly expression: string }
  | { readonly kind: 'words'; readonly words: string };

/** Reads what a list says of a licence: an identifier of SPDX, an expression of them, or words of its own. */
export function readLicence(text: string): Licence {
  const plain = text.trim();
  if (SPDX.isSupportedSpdxId(plain)) return { kind: 'id', id: plain };
  return isExpression(plain) ? { kind: 'expression', expression: plain } : { kind: 'words', words: plain };
}

function isExpression(text: string): boolean {
  try {
    parse(text);
    return true;
  } catch {
    return false; // the parser throws for everything else
  }
}
