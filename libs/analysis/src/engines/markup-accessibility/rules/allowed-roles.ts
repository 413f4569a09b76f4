import { type MarkupElement, HEADINGS, isHtml } from '../markup';
import { explicitRole, inputType, isDecorative } from '../semantics/roles';
import { ariaIn } from './aria';
import { type Fault, type Page, type Rule, tagOf } from './page';

const CHOICES = 'menuitem menuitemcheckbox menuitemradio option radio switch tab treeitem';
const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));
const NONE: ReadonlySet<string> = new Set();

/** The roles that ARIA in HTML lets an element have beside its own. Any other element may have any role. */
const ALLOWED: Readonly<Record<string, ReadonlySet<string>>> = {
  ...Object.fromEntries(HEADINGS.map((name) => [name, words('heading tab doc-subtitle')])),
  button: words(`button checkbox combobox gridcell link separator slider ${CHOICES}`),
  label: NONE,
  main: words('main'),
  textarea: words('textbox'),
  fieldset: words('group radiogroup'),
  iframe: words('application document img'),
  meter: words('meter'),
  progress: words('progressbar'),
  nav: words('navigation menu menubar tablist'),
  dialog: words('dialog alertdialog'),
};
const OF_LINKS = words(`link button checkbox ${CHOICES} doc-backlink doc-biblioref doc-glossref doc-noteref`);
const OF_INPUTS: Readonly<Record<string, ReadonlySet<string>>> = {
  hidden: NONE,
  checkbox: words('checkbox menuitemcheckbox option switch button'),
  radio: words('radio menuitemradio'),
  text: words('textbox combobox searchbox spinbutton'),
  email: words('textbox combobox'),
  tel: words('textbox combobox'),
  url: words('textbox combobox'),
  search: words('searchbox combobox textbox'),
  range: words('slider'),
  number: words('spinbutton'),
  password: NONE,
  file: NONE,
  color: NONE,
};

function allowedOn(element: MarkupElement): ReadonlySet<string> | undefined {
  if (isHtml(element, 'a')) return element.attributes.has('href') ? OF_LINKS : undefined;
  if (isHtml(element, 'input'))
    return element.attributes.get('type') === null ? undefined : OF_INPUTS[inputType(element)];
  return element.namespace === 'html' && Object.hasOwn(ALLOWED, element.name) ? ALLOWED[element.name] : undefined;
}

/** Elements whose meaning a role takes away without giving them the behaviour that goes with it. */
function* rolesNotAllowed(page: Page): Generator<Fault> {
  for (const element of page.elements) {
    const role = explicitRole(element);
    const allowed = role === undefined || isDecorative(role) ? undefined : allowedOn(element);
    if (allowed === undefined || allowed.has(role!)) continue;
    yield { element, message: `${tagOf(element)} cannot be a ${role}: use an element that can` };
  }
}

/** States that the element has by itself, and that ARIA must not say again. */
function* statesSaidTwice(page: Page): Generator<Fault> {
  for (const element of page.elements) {
    if (!isHtml(element, 'input')) continue;
    const type = inputType(element);
    const isSwitch = explicitRole(element) !== undefined;
    const twice =
      type === 'hidden'
        ? [...ariaIn(element)][0]?.[0]
        : (type === 'checkbox' || type === 'radio') && !isSwitch && element.attributes.has('aria-checked')
          ? 'aria-checked'
          : undefined;
    if (twice === undefined) continue;
    const why = type === 'hidden' ? 'is never announced' : 'says by itself whether it is checked';
    yield { element, message: `${twice} has no place on ${tagOf(element)}, which ${why}` };
  }
}

export const allowedRoleRules: Readonly<Record<string, Rule>> = {
  'role-not-allowed': rolesNotAllowed,
  'state-said-twice': statesSaidTwice,
};
