import { attributeOf, isHtml } from '../markup';
import { inputType } from '../semantics/roles';
import { doneOn } from './handlers';
import type { Fault, Page, Rule } from './page';

const REFUSES = /\breturn\s+false\b|\.preventDefault\(\)|^\s*false\s*$/;

function* refusedPaste(page: Page): Generator<Fault> {
  for (const element of page.elements) {
    if (!isHtml(element, 'input') || !REFUSES.test(doneOn(element, 'paste') ?? '')) continue;
    const isOfLogin =
      inputType(element) === 'password' ||
      /\b(?:current-password|one-time-code|username)\b/.test(attributeOf(element, 'autocomplete') ?? '');
    if (isOfLogin) yield { element, message: 'Nobody can paste from a password manager' };
  }
}

export const pasteRules: Readonly<Record<string, Rule>> = { 'paste-refused': refusedPaste };
