import { type MarkupElement, attributeOf, elementsIn, isHtml, textOf } from '../markup';
import { isDisabled } from '../semantics/focus';
import { inputType } from '../semantics/roles';
import { type Fault, type Page, type Rule, tagOf } from './page';

/** Fields by which people say who they are. */
const WHO = /user|login|e-?mail|account|nick/i;
/** Fields of a form about another service or another person. */
const OF_OTHERS = new RegExp(
  [
    ...['smtp', 'imap', 'proxy', 'host', 'server', String.raw`\bport\b`, 'mq', 'data_?base', String.raw`\bdb`, 'api'],
    ...['token', 'secret', 'ldap', 'bucket', 'wi-?fi', 'ssid', 'url', String.raw`\bkey`],
    ...['role', 'permission', 'is_?admin', 'group'],
  ].join('|'),
  'i',
);
const OTHERS = '(?:users?|members?|admins?|employees?|customers?|staff|students?|agents?|connection)';
const FOR_OTHERS = new RegExp(String.raw`\b(?:add|create|new|edit|update|invite|manage)\s+(?:an?\s+)?${OTHERS}\b`, 'i');

const FIELDS = ['input', 'select', 'textarea'];

/** A login whose fields do not say what they ask for, so that nothing but memory fills it in. */
function* missingPurposes(page: Page): Generator<Fault> {
  for (const form of page.markup.elements) {
    if (!isHtml(form, 'form') || form.attributes.has('autocomplete')) continue;
    const inside = [...elementsIn(form)];
    const fields = inside.filter((each) => isHtml(each, ...FIELDS));
    if (!fields.some((each) => isWho(each)) || fields.some((each) => OF_OTHERS.test(namesOf(each)))) continue;
    if (FOR_OTHERS.test(`${textOf(form)} ${page.markup.isPage ? titleOf(page) : ''}`)) continue;
    if (!isForOneself(form, fields)) continue;
    // A field with the word may get the others' words from a program.
    if (inside.some((each) => each.attributes.has('autocomplete'))) continue;
    const password = page.elements.find((each) => fields.includes(each) && isPassword(each, page));
    if (password) yield { element: password, message: `Nothing tells browsers what ${tagOf(password)} asks for` };
  }
}

const LOGIN =
  /\b(?:log|sign)[ -]?(?:in|up|on)\b|\bregist(?:er|ration)\b|\bcreate (?:an |your )?account\b|\bforgot(?:ten)?\b/i;
const NOT_WRITTEN = new Set(['checkbox', 'radio', 'hidden', 'submit', 'button', 'image', 'reset']);

/** Whether a form has the words of a login, or its two fields alone. */
function isForOneself(form: MarkupElement, fields: readonly MarkupElement[]): boolean {
  const about = ['id', 'class', 'action', 'name'].map((name) => attributeOf(form, name) ?? '').join(' ');
  const values = fields.map((each) => (NOT_WRITTEN.has(inputType(each)) ? (attributeOf(each, 'value') ?? '') : ''));
  if (LOGIN.test([textOf(form), about.replace(/[-_/.]/g, ' '), ...values].join(' '))) return true;
  return fields.filter((each) => !isHtml(each, 'input') || !NOT_WRITTEN.has(inputType(each))).length === 2;
}

const isPassword = (element: MarkupElement, page: Page): boolean =>
  isHtml(element, 'input') &&
  inputType(element) === 'password' &&
  !isDisabled(element) &&
  page.exposures.isSeen(element);

const isWho = (element: MarkupElement): boolean =>
  isHtml(element, 'input') &&
  (inputType(element) === 'email' || (inputType(element) === 'text' && WHO.test(namesOf(element))));

const namesOf = (element: MarkupElement): string =>
  ['name', 'id', 'placeholder', 'formcontrolname'].map((name) => attributeOf(element, name) ?? '').join(' ') +
  (element.handlers.get('model') ?? '');

const titleOf = ({ markup }: Page): string => {
  const title = markup.elements.find((each) => isHtml(each, 'title'));
  return title ? textOf(title) : '';
};

export const purposeRules: Readonly<Record<string, Rule>> = { 'purpose-missing': missingPurposes };
