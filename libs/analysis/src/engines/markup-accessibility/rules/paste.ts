import { type MarkupElement, ancestorsOf, attributeOf, isHtml } from '../markup';
import { inputType } from '../semantics/roles';
import { codesOf } from './heard-by-scripts';
import type { Fault, Page, Rule } from './page';

const REFUSES = /\breturn\s+false\b|\.preventDefault\(\)|^\s*false\s*$/;
/** Code that makes something else of what is pasted. */
const TAKES = /clipboardData|getData\(/;
/** The keys that paste, refused. */
const REFUSES_KEYS = /\b(?:ctrlKey|metaKey)\b[^;{}]*(?:['"]v['"]|\b86\b)[^;]*(?:preventDefault\(\)|return\s+false)/i;

/** A field of a login into which nobody can paste what a password manager keeps. */
function* refusedPaste(page: Page): Generator<Fault> {
  for (const element of page.elements) {
    if (!isHtml(element, 'input') || !isOfLogin(element)) continue;
    const isRefused =
      [element, ...ancestorsOf(element)].some((each) =>
        codesOf(page, each, 'paste').some((code) => REFUSES.test(code) && !TAKES.test(code)),
      ) || codesOf(page, element, 'keydown').some((code) => REFUSES_KEYS.test(code));
    if (isRefused) yield { element, message: 'Nobody can paste from a password manager' };
  }
}

const isOfLogin = (element: MarkupElement): boolean =>
  /^(?:password|email)$/.test(inputType(element)) ||
  /\b(?:current-password|one-time-code|username|email)\b/.test(attributeOf(element, 'autocomplete') ?? '');

export const pasteRules: Readonly<Record<string, Rule>> = { 'paste-refused': refusedPaste };
