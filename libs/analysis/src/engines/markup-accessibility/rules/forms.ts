import { attributeOf, isHtml, tokensOf } from '../markup';
import { isDisabled, tabindexOf } from '../semantics/focus';
import { explicitRole, inputType } from '../semantics/roles';
import { type Fault, type Page, type Rule } from './page';
import { contradictedLabels, unexplainedPatterns } from './patterns';

const FIELDS = new Set([
  'name',
  'honorific-prefix',
  'given-name',
  'additional-name',
  'family-name',
  'honorific-suffix',
  'nickname',
  'organization-title',
  'username',
  'new-password',
  'current-password',
  'one-time-code',
  'organization',
  'street-address',
  'address-line1',
  'address-line2',
  'address-line3',
  'address-level1',
  'address-level2',
  'address-level3',
  'address-level4',
  'country',
  'country-name',
  'postal-code',
  'cc-name',
  'cc-given-name',
  'cc-additional-name',
  'cc-family-name',
  'cc-number',
  'cc-exp',
  'cc-exp-month',
  'cc-exp-year',
  'cc-csc',
  'cc-type',
  'transaction-currency',
  'transaction-amount',
  'language',
  'bday',
  'bday-day',
  'bday-month',
  'bday-year',
  'sex',
  'url',
  'photo',
]);
const CONTACT_FIELDS = new Set([
  'tel',
  'tel-country-code',
  'tel-national',
  'tel-area-code',
  'tel-local',
  'tel-local-prefix',
  'tel-local-suffix',
  'tel-extension',
  'email',
  'impp',
]);
const CONTACTS = new Set(['home', 'work', 'mobile', 'fax', 'pager']);

/** Whether the words are those of the HTML standard, in its order. */
function isAutocomplete(value: string): boolean {
  const words = [...tokensOf(value.toLowerCase())];
  if (words.length === 0) return true;
  if (words.length === 1 && (words[0] === 'on' || words[0] === 'off')) return true;
  if (words.at(-1) === 'webauthn' && words.length > 1) words.pop();
  if (words[0]?.startsWith('section-') && words.length > 1) words.shift();
  if ((words[0] === 'shipping' || words[0] === 'billing') && words.length > 1) words.shift();
  const isContact = CONTACTS.has(words[0] ?? '') && words.length > 1;
  if (isContact) words.shift();
  const [field = ''] = words;
  return words.length === 1 && (CONTACT_FIELDS.has(field) || (!isContact && FIELDS.has(field)));
}

/** The values that a field takes. A new password on another field is a trick against filling it. */
const FILLED: Readonly<Record<string, readonly string[]>> = {
  email: ['email', 'username'],
  url: ['url', 'photo', 'impp'],
  password: ['current-password', 'one-time-code', 'cc-csc'],
  date: ['bday'],
  month: ['cc-exp'],
};
/** Values of words, which no field of numbers takes. */
const WORDS = new Set('name given-name family-name email organization street-address url country-name'.split(' '));
const NUMBERS = new Set(['number', 'tel']);

function doesNotFit(type: string, value: string): boolean {
  const words = tokensOf(value.toLowerCase());
  const field = words.findLast((word) => word !== 'webauthn') ?? '';
  if (/^(?:on|off|new-password)?$/.test(field) || words.some((word) => word === 'off')) return false;
  if (NUMBERS.has(type)) return WORDS.has(field);
  return Object.hasOwn(FILLED, type) && !FILLED[type]!.includes(field);
}

const NOT_FILLED = new Set(['button', 'checkbox', 'file', 'hidden', 'image', 'radio', 'reset', 'submit']);

function* invalidAutocomplete(page: Page): Generator<Fault> {
  for (const element of page.elements) {
    const value = attributeOf(element, 'autocomplete');
    if (!isHtml(element, 'input', 'select', 'textarea') || value === undefined || value.trim() === '') continue;
    if (isHtml(element, 'input') && NOT_FILLED.has(inputType(element))) continue;
    if (isDisabled(element) || attributeOf(element, 'aria-disabled') === 'true') continue;
    if (!page.exposures.isSeen(element) && !page.exposures.isInTree(element)) continue;
    if (
      (tabindexOf(element) ?? 0) < 0 &&
      !isWidget(explicitRole(element) ?? page.implicitRoleOf(element), element.attributes.has('role'))
    )
      continue;
    const shown = `autocomplete="${value.slice(0, 60)}"`;
    if (!isAutocomplete(value)) yield { element, message: `Browsers do not know ${shown}` };
    else if (isHtml(element, 'input') && doesNotFit(inputType(element), value))
      yield { element, message: `${shown} does not fit a field of the type ${inputType(element)}`, isMild: true };
  }
}

/** Who cannot reach a field by keyboard may still operate it, unless its role says that there is nothing to operate. */
const isWidget = (role: string | undefined, isExplicit: boolean): boolean =>
  role !== undefined && !isExplicit ? false : role !== undefined && role !== 'none' && role !== 'presentation';

export const formRules: Readonly<Record<string, Rule>> = {
  'autocomplete-invalid': function* (page) {
    yield* invalidAutocomplete(page);
    yield* contradictedLabels(page);
  },
  'pattern-unexplained': unexplainedPatterns,
};
