import {
  type MarkupElement,
  ancestorsOf,
  attributeOf,
  elementsIn,
  isComponent,
  isHtml,
  textOf,
  tokensOf,
} from '../markup';
import { hoverStylesOf } from '../style/hover-styles';
import { explicitRole } from '../semantics/roles';
import { matcherOf } from '../style/selectors';
import { doneOn, listensTo, listensToKeys } from './handlers';
import { heardOf } from './heard-by-scripts';
import { type Fault, type Page, type Rule, tagOf } from './page';
import { conditionAround } from './state-messages';

/** Signs that stand for help, and words of classes that do. */
const SIGN_OF_HELP = /^[([]?(?:\?|i|ⓘ|ℹ️?|🛈|❓|❔)[)\]]?$/u;
const CLASS_OF_HELP = /(?:^|[\s_-])(?:info|help|question|tooltip|hint)(?:$|[\s_-])/i;
const FEWEST_WORDS = 4;

/** A sign of help whose words are in its title alone: only a pointer that rests on it shows them. */
export function* helpByTitle(page: Page): Generator<Fault> {
  for (const element of page.inTree()) {
    if (!isHtml(element, 'span', 'i', 'sup', 'small', 'em', 'b', 'div')) continue;
    const title = attributeOf(element, 'title')?.trim() ?? '';
    if (title.split(/\s+/).length < FEWEST_WORDS || element.attributes.has('tabindex') || listensToKeys(element))
      continue;
    if (
      ['role', 'aria-describedby', 'aria-label', 'data-toggle', 'data-bs-toggle'].some((name) =>
        element.attributes.has(name),
      )
    )
      continue;
    if ([...ancestorsOf(element)].some((each) => isHtml(each, 'a', 'button', 'summary', 'label') || isComponent(each)))
      continue;
    const text = textOf(element).trim();
    const isIcon = text === '' && CLASS_OF_HELP.test(attributeOf(element, 'class') ?? '');
    if ((SIGN_OF_HELP.test(text) || isIcon) && !saysItElsewhere(element, title))
      yield {
        element,
        message: `Only a pointer shows what ${tagOf(element)} tells: "${title.slice(0, 60)}"`,
        isMild: true,
      };
  }
}

/** Whether the words of a title stand beside it, for readers. */
const saysItElsewhere = (element: MarkupElement, title: string): boolean =>
  textOf(element.parent ?? element).includes(title);

const SHOWS = /^(?:display:(?!none)|visibility:visible|opacity:(?!0(?:\.0+)?%?$))/;
const BESIDE = /:hover\s*[+~]\s*([^\s>+~]+)$/;
/** A text that a style makes of an attribute: no pointer gets to it without leaving what shows it. */
const OF_ATTRIBUTE =
  /([^{}]*):hover\s*::?(?:before|after)\s*(?:,[^{}]*)?\{[^}]*\bcontent\s*:\s*attr\(\s*([\w-]+)\s*\)/g;
/** More than a word or two is to be read. */
const FEWEST_LETTERS = 15;

/** A text of an attribute that shows under the pointer. */
function* helpOfStyle(page: Page): Generator<Fault> {
  const css = page.markup.sheets.map((each) => each.css).join('\n');
  if (page.markup.lacksSheets || !/:hover\s*::?(?:before|after)/.test(css)) return;
  for (const [, selector = '', name = ''] of css.matchAll(OF_ATTRIBUTE)) {
    const matches = matcherOf(selector.split(',').at(-1)!.trim() || '*');
    const element = page.elements.find(
      (each) => (attributeOf(each, name)?.length ?? 0) >= FEWEST_LETTERS && matches?.(each) === true,
    );
    if (element && !saysItElsewhere(element, attributeOf(element, name)!))
      yield { element, message: `The help of ${tagOf(element)} goes away when the pointer moves to it` };
  }
}

/** Help in what shows it that lets the pointer through, so that it goes away when the pointer moves to it. */
function* helpBehindPointer(page: Page): Generator<Fault> {
  const { sheets, lacksSheets } = page.markup;
  if (lacksSheets || !sheets.some(({ css }) => /pointer-events\s*:\s*none/.test(css))) return;
  const { byPointer, selectorsByPointer } = hoverStylesOf(sheets, SHOWS);
  for (const element of page.elements) {
    const isThrough = page.cascade.styleOf(element).get('pointer-events')?.value.trim() === 'none';
    if (!isThrough || !isLaidOver(element, page) || textOf(element).length < FEWEST_LETTERS) continue;
    const at = byPointer.findIndex((matches) => matches(element));
    const turnsOn = sheets.some(({ css }) => /pointer-events\s*:\s*(?:auto|all)/.test(css));
    if (at !== -1 && !turnsOn && !BESIDE.test(selectorsByPointer[at]!))
      yield { element, message: `${tagOf(element)} goes away when the pointer moves to it` };
  }
}

/** Help that a script takes away as soon as the pointer leaves what it is about. */
const HIDES_HELP =
  /\.hidden\s*=\s*true|\.style\.(?:display\s*=\s*['"]none|visibility\s*=\s*['"]hidden)|\.(?:hide|fadeOut)\(/;

function* helpOfScripts(page: Page): Generator<Fault> {
  for (const element of page.elements) {
    if (explicitRole(element) !== 'tooltip' || !page.markup.isPage) continue;
    const id = attributeOf(element, 'id') ?? '';
    const about = page.elements.find((each) => tokensOf(attributeOf(each, 'aria-describedby')).includes(id));
    if (!about || id === '' || [...elementsIn(about)].includes(element)) continue;
    const leaves = heardOf(page, about, 'mouseleave|mouseout').filter((code) => HIDES_HELP.test(code));
    const isKept =
      heardOf(page, element, 'mouseenter|mouseover').length > 0 || listensTo(element, 'mouseenter', 'mouseover');
    if (leaves.some((code) => !/setTimeout|relatedTarget|:hover/.test(code)) && !isKept)
      yield { element, message: `${tagOf(element)} goes away when the pointer moves to it` };
  }
}

const TURNS_OFF = new RegExp(
  String.raw`^\s*(?:set[A-Z]\w*\(\s*(?:false|null)\s*\)|(?:this\.)?\w+(?:\.value)?\s*=\s*(?:false|null)|` +
    String.raw`\w+\.set\(\s*false\s*\))\s*;?\s*$`,
);

/** Help that a component takes away as soon as the pointer leaves the control beside it. */
function* helpOfComponents(page: Page): Generator<Fault> {
  for (const element of page.elements) {
    if (explicitRole(element) !== 'tooltip' || page.markup.isPage || conditionAround(element) === undefined) continue;
    const hears = (each: MarkupElement): boolean =>
      listensTo(each, 'mouseenter', 'mouseover', 'mouseleave', 'mouseout');
    if ([element, ...ancestorsOf(element)].some((each) => hears(each) || (each.opaque && each.parent !== undefined)))
      continue;
    const about = [...elementsIn(element.parent!)].find((each) =>
      ['mouseleave', 'mouseout', 'pointerleave'].some((event) => TURNS_OFF.test(doneOn(each, event) ?? '')),
    );
    if (about) yield { element, message: `${tagOf(element)} goes away when the pointer moves to it` };
  }
}

/**
 * A text that shows while the pointer is over the thing beside it, and goes away when the pointer moves to the text.
 * Who enlarges the page cannot read it.
 */
function* helpThatGoes(page: Page): Generator<Fault> {
  const { sheets, lacksSheets } = page.markup;
  const css = sheets.map((each) => each.css).join('\n');
  if (lacksSheets || !css.includes(':hover')) return;
  const { byPointer, selectorsByPointer } = hoverStylesOf(sheets, SHOWS);
  for (const [index, selector] of selectorsByPointer.entries()) {
    const [, shown = ''] = BESIDE.exec(selector.trim()) ?? [];
    if (shown === '' || css.includes(`${shown}:hover`)) continue;
    const element = page.elements.find(
      (each) => byPointer[index]!(each) && /\p{L}{3}/u.test(textOf(each)) && isLaidOver(each, page),
    );
    if (element && ![element, ...elementsIn(element)].some((each) => listensTo(each, 'mouseover', 'mouseenter')))
      yield { element, message: `${tagOf(element)} goes away when the pointer moves to it` };
  }
}

/** Whether a text lies over the page, so that there is something that it covers. */
const isLaidOver = (element: MarkupElement, { cascade }: Page): boolean =>
  /^(?:absolute|fixed)$/.test(cascade.styleOf(element).get('position')?.value.trim() ?? '') &&
  !tokensOf(attributeOf(element, 'class')).some((name) => /sr-only|hidden/.test(name));

export const helpRules: Readonly<Record<string, Rule>> = {
  'help-goes-away': function* (page) {
    yield* helpThatGoes(page);
    yield* helpOfStyle(page);
    yield* helpBehindPointer(page);
    yield* helpOfScripts(page);
    yield* helpOfComponents(page);
  },
};
