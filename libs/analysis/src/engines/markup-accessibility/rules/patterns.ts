import {
  type MarkupElement,
  ancestorsOf,
  attributeOf,
  hasUnknownInside,
  isComponent,
  isHtml,
  onOneLine,
  textOf,
  tokensOf,
} from '../markup';
import { isDisabled } from '../semantics/focus';
import { inputType } from '../semantics/roles';
import { type Fault, type Page, tagOf } from './page';

/** Attributes that say what is to be written. */
const HINTS = [
  'title',
  'placeholder',
  'aria-describedby',
  'aria-description',
  'aria-errormessage',
  'list',
  'inputmode',
];
/** Parts of a pattern that any text meets, or any number, which the label asks for. */
const PARTS_OF_ANY = /\\[Sdws]|\[0-9\]|\[\\d\]|\[\^\\s\]|\[(?:a-z|\\s| )+\]|[.*+?\s]|\{1,\d*\}/gi;
const isAny = (pattern: string): boolean => pattern.replace(/^\^|\$$/g, '').replace(PARTS_OF_ANY, '') === '';

/** Words of a label that say how a value is written. */
const SAYS_HOW = new RegExp(
  String.raw`\d|[()/:@#]|\b(?:format|e\.?g\.?|example|such as|like|digits?|letters?|characters?|numbers? only|` +
    String.raw`z\. ?b|ziffern|zeichen|chiffres)\b`,
  'i',
);
const TYPES = new Set(['text', 'password', 'search']);
/** Fields whose form everybody knows. */
const WELL_KNOWN =
  /e-?mail|phone|tel\b|mobile|url|web ?site|zip|post(?:al)? ?code|date|time|year|colou?r|name|amount|price|quantity/i;

/** A field of which only the pattern knows how its value is to be written. */
export function* unexplainedPatterns(page: Page): Generator<Fault> {
  for (const element of page.inTree()) {
    const pattern = attributeOf(element, 'pattern')?.trim() ?? '';
    if (!isHtml(element, 'input') || !TYPES.has(inputType(element)) || isAny(pattern) || isDisabled(element)) continue;
    if (HINTS.some((name) => element.attributes.has(name)) || !page.exposures.isSeen(element)) continue;
    // Words that are to be written stand in the label.
    if (!/[[\\{]/.test(pattern)) continue;
    const name = page.names.of(element);
    const known = `${name ?? ''} ${attributeOf(element, 'name') ?? ''} ${attributeOf(element, 'id') ?? ''}`;
    if (
      !name ||
      SAYS_HOW.test(name) ||
      saysWords(name, pattern) ||
      WELL_KNOWN.test(known) ||
      hasHintBeside(element, name)
    )
      continue;
    yield { element, message: `Only its pattern, "${pattern.slice(0, 40)}", says what ${tagOf(element)} takes` };
  }
}

/** Whether a label has the words of a pattern. */
const saysWords = (label: string, pattern: string): boolean => {
  const words = pattern.replace(/\\\w/g, ' ').match(/\p{L}{4,}/gu) ?? [];
  return words.length > 0 && words.every((word) => label.toLowerCase().includes(word.toLowerCase()));
};

/** Whether what is around a field says more than its label does, or may say more. */
function hasHintBeside(element: MarkupElement, name: string): boolean {
  const around = [...ancestorsOf(element)].filter((each) => each.parent !== undefined);
  if (around.some(isComponent)) return true;
  const near = around.find((each) => !isHtml(each, 'label', 'span')) ?? element;
  if (hasUnknownInside(near)) return true;
  // A form says what it asks for in several places.
  const text = onOneLine(isHtml(near, 'form', 'main', 'body', 'section', 'fieldset') ? besides(element) : textOf(near));
  return text.replace(name, '').replace(/[^\p{L}\d]+/gu, '').length > 0;
}

/** The text of what stands before and after a field, or its label, up to the next field. */
function besides(element: MarkupElement): string {
  const own = element.parent && isHtml(element.parent, 'label', 'span') ? element.parent : element;
  const siblings = own.parent?.children ?? [];
  const isField = (index: number): boolean => {
    const each = siblings[index];
    return each?.kind === 'element' && isHtml(each, 'input', 'select', 'textarea', 'button', 'label') && each !== own;
  };
  const at = siblings.indexOf(own);
  let after = at + 1;
  while (after < siblings.length && !isField(after)) after += 1;
  const texts = siblings
    .slice(at, after)
    .map((each) => (each.kind === 'text' ? (each.text ?? 'unknown') : textOf(each)));
  return texts.join(' ');
}

/** The things that labels ask for, with the tokens of `autocomplete` that say the same. */
const ASKED: readonly (readonly [RegExp, readonly string[]])[] = [
  [
    /^(?:first|given) name$|^fore ?name$|^vorname$|^prénom$|^nombre$/,
    ['given-name', 'name', 'additional-name', 'cc-given-name'],
  ],
  [
    /^(?:last|family) name$|^surname$|^nachname$|^familienname$|^apellidos?$/,
    ['family-name', 'name', 'cc-family-name'],
  ],
  [/^e-?mail(?: address)?$/, ['email', 'username']],
  [
    /^(?:tele)?phone(?: number)?$|^mobile(?: (?:phone|number))?$|^telefon(?:nummer)?$|^téléphone$/,
    ['tel', 'tel-national', 'tel-local'],
  ],
  [/^(?:zip|postal|post)[ -]?code$|^zip$|^postcode$|^plz$|^postleitzahl$/, ['postal-code']],
  [/^country$|^land$|^pays$/, ['country', 'country-name', 'tel-country-code', 'language']],
  [/^(?:city|town)$|^stadt$|^ort$|^ville$/, ['address-level2', 'address-level1', 'address-level3', 'bday']],
  [/^user ?name$/, ['username', 'email', 'nickname', 'name', 'tel']],
  [/^(?:company|organi[sz]ation)(?: name)?$|^firma$/, ['organization', 'organization-title']],
  [/^(?:date of birth|birth ?day|birth ?date)$|^geburtsdatum$/, ['bday', 'bday-day']],
  [/^(?:credit )?card number$/, ['cc-number']],
  [/^street(?: address)?$|^straße$/, ['street-address', 'address-line1', 'address-line2']],
  [/^password$|^passwort$|^kennwort$|^mot de passe$|^contraseña$/, ['password']],
];
const TOKENS = new Set(ASKED.flatMap(([, tokens]) => tokens));

/** A field of which the label asks for one thing, and `autocomplete` tells browsers to fill in another. */
export function* contradictedLabels(page: Page): Generator<Fault> {
  for (const element of page.inTree()) {
    const words = tokensOf(attributeOf(element, 'autocomplete')?.toLowerCase()).filter((word) => word !== 'webauthn');
    const token = words.at(-1) ?? '';
    if (!isHtml(element, 'input', 'select', 'textarea') || !TOKENS.has(token)) continue;
    const label = askedBy(element, page);
    const fitting = tokensFor(label);
    if (fitting === undefined || fitting.some((each) => each === token || token.startsWith(`${each}-`))) continue;
    yield { element, message: `The label asks for "${label}", and browsers are told to fill in "${token}"` };
  }
}

/** The words by which a field asks for something, without marks. */
const askedBy = (element: MarkupElement, page: Page): string =>
  (page.names.of(element) ?? '')
    .toLowerCase()
    .replace(/^(?:your|ihre?)\s+|\(.*?\)|[^\p{L}\s-]/gu, '')
    .trim();

const tokensFor = (label: string): readonly string[] | undefined => ASKED.find(([asks]) => asks.test(label))?.[1];

/** The thing that a field takes, by its type, or by the name under which it is sent. */
const TAKEN: readonly (readonly [RegExp, string])[] = [
  [/^(?:user[-_]?)?e?[-_]?mail(?:[-_]?address)?$/, 'email'],
  [/^(?:tele)?phone(?:[-_]?(?:number|no))?$|^tel$|^mobile$/, 'tel'],
  [/^(?:first|given)[-_]?name$|^f[-_]?name$/, 'given-name'],
  [/^(?:last|family)[-_]?name$|^l[-_]?name$|^surname$/, 'family-name'],
  [/^(?:zip|post(?:al)?)[-_]?code$|^zip$/, 'postal-code'],
  [/^city$|^town$/, 'address-level2'],
  [/^country$/, 'country'],
  [/^street$/, 'street-address'],
  [/^company$/, 'organization'],
  [/^birth[-_]?(?:day|date)$/, 'bday'],
];

/** Things that nobody hides while they are written. */
const HIDDEN_WORDS = new Set(['given-name', 'family-name', 'email', 'address-level2', 'country', 'street-address']);

/** A field of which the label asks for one thing, and that takes another one: an e-mail address as "Phone". */
export function* contradictedFields(page: Page): Generator<Fault> {
  for (const element of page.inTree()) {
    if (!isHtml(element, 'input', 'select') || !page.exposures.isSeen(element)) continue;
    const label = askedBy(element, page);
    const fitting = tokensFor(label);
    const type = isHtml(element, 'input') ? inputType(element) : 'text';
    // Some hide a number from those who look on.
    const isHidden = type === 'password' && fitting?.some((each) => HIDDEN_WORDS.has(each)) === true;
    if (isHidden) yield { element, message: `The label asks for "${label}", and ${tagOf(element)} takes a password` };
    if (element.attributes.has('autocomplete')) continue;
    const called = (attributeOf(element, 'name') ?? attributeOf(element, 'id') ?? '').toLowerCase();
    const taken =
      type === 'email' || type === 'tel' ? type : type === 'text' ? TAKEN.find(([name]) => name.test(called))?.[1] : '';
    if (fitting === undefined || !taken || fitting.some((each) => each === taken || taken.startsWith(`${each}-`)))
      continue;
    yield { element, message: `The label asks for "${label}", and ${tagOf(element)} takes another thing` };
  }
}
