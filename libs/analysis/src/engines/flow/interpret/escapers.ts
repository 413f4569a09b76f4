import type { FunctionForm } from '../ir';
import { addParts } from './proof/mentions';

/** `escapeForXML`, `encode_html_attribute`, `htmlEscape` */
const NAMED =
  /^(?!.*(?:unescap|decod))(?:.*(?:esc|escape|encode|quote)\w*(?:html|xml|markup)|.*(?:html|xml)\w*(?:esc|encode))/i;

const known = new WeakMap<FunctionForm, boolean>();

/**
 * Whether a function of the target escapes markup: its name says so, and its body looks for tags and for quotes. Such
 * functions often copy a text character by character, in which a value keeps what it was made of.
 */
export function escapesMarkup(form: FunctionForm): boolean {
  if (!NAMED.test(form.name.slice(form.name.lastIndexOf('.') + 1))) return false;
  let escapes = known.get(form);
  if (escapes === undefined) known.set(form, (escapes = looksFor(form.body, ['<', '"'])));
  return escapes;
}

/** Whether a body has a literal of each of the characters. */
function looksFor(body: object, characters: readonly string[]): boolean {
  const missing = new Set(characters);
  const waiting: object[] = [body];
  for (let each = waiting.pop(); each && missing.size > 0; each = waiting.pop()) {
    const { kind, value } = each as { readonly kind?: string; readonly value?: unknown };
    if (kind === 'literal' && typeof value === 'string') missing.delete(value);
    addParts(each, waiting);
  }
  return missing.size === 0;
}
