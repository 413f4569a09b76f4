import { escapedForRegex } from '../../kit/escaped-for-regex';
import { type MarkupElement, attributeOf, elementsIn } from '../markup';
import { explicitRole } from '../semantics/roles';
import { doneOn, listensTo } from './handlers';
import { type Fault, type Page, type Rule, tagOf } from './page';
import { switchesByClass, switchesByLooks, tabsByClass } from './states-by-class';

const STATES = ['aria-expanded', 'aria-pressed', 'aria-checked', 'aria-selected'];
/** Attributes by which a library or a script gets hold of the element, and may keep the state up to date. */
const OF_LIBRARY =
  /^(?:ref|#.*|data-.*|v-(?!on|bind|if|else|for|show|text|html|model|slot).*|x-ref|ngb.*|mat.*|cdk.*|bs.*|use:.*)$/i;
const NAME = String.raw`(?:\w+(?:\.|\?\.))*`;
/** Code that makes the opposite of a value of it, or that says by its name that it does. */
const TOGGLES = new RegExp(
  [
    String.raw`(${NAME}\w+)\s*=\s*!\s*\1`,
    String.raw`\bset\w+\(\s*(?:!\s*${NAME}\w+|\(?(\w+)\)?\s*=>\s*!\s*\2)`,
    String.raw`^\s*(?:${NAME}|return\s+)?(?:handle)?[tT]oggle\w*\b`,
  ].join('|'),
);

/** A state of ARIA that a component writes once, and that stays the same whatever a click does. */
function* fixedStates(page: Page): Generator<Fault> {
  for (const element of page.inTree()) {
    const state = STATES.find((name) => /^(?:true|false)$/.test(attributeOf(element, name) ?? ''));
    if (state === undefined || [...element.attributes.keys()].some((name) => OF_LIBRARY.test(name))) continue;
    if (!isClickedInTemplate(element, page) || !(toggles(element, state) || isFixedTab(element, state))) continue;
    if (hasOtherState(page, element, state)) continue;
    const value = attributeOf(element, state)!;
    yield { element, message: `${state} of ${tagOf(element)} is always "${value}", whatever a click does` };
  }
}

const OF_TEMPLATE = /^(?:@|x-on:|v-on:|\()click/;

/** A handler of a plain page may set the attribute by itself. */
const isClickedInTemplate = (element: MarkupElement, { markup }: Page): boolean =>
  listensTo(element, 'click') &&
  ((markup.isTemplate && !markup.isPage) || [...element.attributes.keys()].some((name) => OF_TEMPLATE.test(name)));

/** Roles that change their state whenever they are pressed. */
const CHECKED = new Set(['checkbox', 'switch', 'menuitemcheckbox']);

/** Whether a click makes the opposite of the state. A button of a popup opens it and closes it. */
function toggles(element: MarkupElement, state: string): boolean {
  const code =
    doneOn(element, 'click') ?? element.handlers.get('named onclick') ?? element.handlers.get('limited click');
  if (TOGGLES.test(code ?? '')) return true;
  if (state === 'aria-checked') return CHECKED.has(explicitRole(element) ?? '');
  // The outermost element of a component may be one of two, of which each has a state of its own.
  const isOutermost = element.parent?.parent === undefined;
  return state === 'aria-expanded' && !isOutermost && POPUP.test(attributeOf(element, 'aria-haspopup') ?? '');
}

const POPUP = /^(?:true|menu|listbox|tree|grid)$/;

/** A tab among others of which each says for ever whether it is the chosen one. */
const isFixedTab = (element: MarkupElement, state: string): boolean => {
  if (state !== 'aria-selected' || explicitRole(element) !== 'tab' || !element.parent) return false;
  const tabs = [...elementsIn(element.parent)].filter((each) => explicitRole(each) === 'tab');
  return tabs.length > 1 && tabs.every((each) => attributeOf(each, state) !== undefined && listensTo(each, 'click'));
};

/** Whether one of two elements with a state each is there at a time. */
const hasOtherState = (page: Page, element: MarkupElement, state: string): boolean =>
  explicitRole(element) !== 'tab' &&
  page.markup.elements.some(
    (each) =>
      each !== element && each.attributes.has(state) && attributeOf(each, state) !== attributeOf(element, state),
  );

const SAYS = ['aria-current', 'aria-pressed', 'aria-selected', 'aria-checked', 'aria-expanded'];
const VALUE = String.raw`(?:'[^']*'|"[^"]*"|\`[^\`]*\`|[\w$.[\]?!]+)`;
/** A choice compared with the value of one of its parts: `tab === 'tea'`. */
const COMPARED = new RegExp(String.raw`([A-Za-z_$][\w$.?]*(?:\(\))?)\s*===?\s*(${VALUE})`, 'g');

/** The first of several buttons of which only a class says which one is chosen. */
function* statesByLooks(page: Page): Generator<Fault> {
  const told = new Set<string>();
  for (const element of page.inTree()) {
    if (page.roleOf(element) !== 'button' || SAYS.some((name) => element.attributes.has(name))) continue;
    const [look, click] = [element.handlers.get('look'), doneOn(element, 'click')];
    if (look === undefined || click === undefined) continue;
    const [, variable] =
      [...look.matchAll(COMPARED)].find(
        ([, name = '', value = '']) =>
          chooses(click, name, value) || (/^[A-Za-z_$][\w$.]*$/.test(value) && chooses(click, value, name)),
      ) ?? [];
    if (variable === undefined || told.has(variable)) continue;
    told.add(variable);
    yield { element, message: `Only its looks say when ${tagOf(element)} is the chosen one` };
  }
}

/** Whether code sets a variable to a value: `tab = 'tea'`, `setTab('tea')`, `this.tab.set('tea')`. */
function chooses(code: string, name: string, value: string): boolean {
  const last =
    name
      .replace(/\(\)$|\.value$/, '')
      .split(/\??\./)
      .at(-1) ?? '';
  const setter = `set${last.charAt(0).toUpperCase()}${last.slice(1)}`;
  const [variable, set, to] = [last, setter, value.replace(/[?!]$/, '')].map(escapedForRegex);
  return new RegExp(
    String.raw`(?:\b${variable}(?:\.value)?\s*=(?!=)\s*|\b${variable}\.set\(\s*|\b${set}\(\s*)${to}(?![\w$.])`,
  ).test(code);
}

/** The first of several tabs of a component that never say which of them is chosen. */
function* tabsWithoutState(page: Page): Generator<Fault> {
  if (page.markup.isPage) return;
  const tabs = page.markup.elements.filter((each) => explicitRole(each) === 'tab');
  const [first] = tabs;
  const isSilent = (each: MarkupElement): boolean =>
    !each.opaque &&
    !each.mayHaveMore &&
    !SAYS.some((name) => each.attributes.has(name)) &&
    ![...each.attributes.keys()].some((name) => OF_LIBRARY.test(name));
  if (first && tabs.every((each) => isSilent(each)) && tabs.some((each) => listensTo(each, 'click')))
    yield { element: first, message: `Nothing says whether ${tagOf(first)} is the tab that is shown` };
}

export const fixedStateRules: Readonly<Record<string, Rule>> = {
  'state-fixed': fixedStates,
  'state-by-looks': function* (page) {
    yield* statesByLooks(page);
    yield* tabsWithoutState(page);
    yield* tabsByClass(page);
    yield* switchesByClass(page);
    yield* switchesByLooks(page);
  },
};
