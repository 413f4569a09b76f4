import { type MarkupElement, ancestorsOf, attributeOf, elementsIn, isHtml, textOf } from '../markup';
import { isDisabled, isFocusable } from '../semantics/focus';
import { explicitRole, inputType, isKindOf } from '../semantics/roles';
import { type Fault, type Page, type Rule, tagOf } from './page';

/** Elements that say nothing about what they are for. */
const PLAIN = ['div', 'span', 'p', 'li', 'img', 'i', 'b', 'em', 'strong', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
const CLICK = /^(?:onclick|\(click\)|@click(?:\.prevent)?|x-on:click(?:\.prevent)?)$/;
const KEY = /^(?:on|\(|@|v-on:|x-on:)key/;
/** A click that only goes no further, closes what is behind, or counts. */
const DOES_LITTLE = /^\s*(?:(?:\$?event|e)\.(?:stopPropagation|preventDefault)\(\);?|return false;?|void 0;?|)\s*$/;
const CONTROLS = ['a', 'button', 'input', 'select', 'textarea', 'label', 'summary', 'video', 'audio', 'iframe'];

const clickOf = (element: MarkupElement): string | null | undefined => {
  for (const [name, value] of element.attributes) if (CLICK.test(name)) return value;
  return undefined;
};

/** The element around all of a component may get more attributes, but seldom those of a control. */
const isOutermost = (element: MarkupElement): boolean =>
  element.parent !== undefined && element.parent.parent === undefined;

const isControl = (element: MarkupElement): boolean =>
  element.opaque ||
  (element.mayHaveMore && !isOutermost(element)) ||
  isHtml(element, ...CONTROLS) ||
  element.attributes.has('tabindex') ||
  element.attributes.has('role') ||
  element.attributes.has('contenteditable');

/** Whether the file says all that stands in the element, and that it is a text or a picture. */
function isPlainContent(element: MarkupElement): boolean {
  if (element.children.some((child) => child.kind === 'text' && child.text === null)) return false;
  for (const inner of elementsIn(element)) {
    if (isControl(inner) || clickOf(inner) !== undefined) return false;
    if (inner.children.some((child) => child.kind === 'text' && child.text === null)) return false;
  }
  return true;
}

const showsSomething = (element: MarkupElement): boolean =>
  isHtml(element, 'img') ||
  textOf(element).trim() !== '' ||
  [...elementsIn(element)].some((inner) => isHtml(inner, 'img') || inner.name === 'svg');

/** Attributes that give an element neither an address nor the focus, as any directive of a project may. */
const WITHOUT_ADDRESS = /^(?:class|style|title|target|rel|key|ref|ngclass|ngstyle|aria-.*|on.*|\(.*|[*@].*)$/;

/** A link without an address takes no focus. */
const isLinkToNowhere = (element: MarkupElement): boolean =>
  isHtml(element, 'a') && [...element.attributes.keys()].every((name) => WITHOUT_ADDRESS.test(name));

const holdsControl = (element: MarkupElement): boolean => [...elementsIn(element)].some(isControl);

/** Something that looks like a button or link to those who see it, and is neither to anybody else. */
function* clicksAlone(page: Page): Generator<Fault> {
  for (const element of page.inTree()) {
    const isPlain = (isHtml(element, ...PLAIN) && !isControl(element)) || isLinkToNowhere(element);
    const click = isPlain ? clickOf(element) : undefined;
    if (click === undefined || (click !== null && DOES_LITTLE.test(click))) continue;
    if ([...element.attributes.keys()].some((name) => KEY.test(name))) continue;
    if (isHtml(element, 'a') ? holdsControl(element) : !isPlainContent(element) || !showsSomething(element)) continue;
    if ([...ancestorsOf(element)].some((around) => isControl(around) && around.parent !== undefined)) continue;
    yield { element, message: `${tagOf(element)} takes clicks, and no key does the same` };
  }
}

/** Roles of what people operate by themselves; items of a menu or list get the focus from it. */
const OPERATED = new Set(['button', 'link', 'checkbox', 'switch', 'slider', 'spinbutton', 'textbox', 'searchbox']);

function* unreachableControls(page: Page): Generator<Fault> {
  for (const element of page.inTree()) {
    const role = explicitRole(element);
    if (role === undefined || !OPERATED.has(role) || isHtml(element, 'label', 'option') || isDisabled(element))
      continue;
    if (isFocusable(element, page.exposures) || element.attributes.has('tabindex')) continue;
    if (/^true$/i.test(attributeOf(element, 'aria-disabled') ?? '') || isKeptByOther(element)) continue;
    yield { element, message: `No key gets to ${tagOf(element)}: it is a ${role} without tabindex="0"` };
  }
}

/**
 * Whether an element around it or in it takes the focus for it: a link of a component, such as that of a router. The
 * module ngAria of AngularJS gives the focus to all that has `ng-click`.
 */
const isKeptByOther = (element: MarkupElement): boolean =>
  element.attributes.has('ng-click') ||
  [...ancestorsOf(element)].some(
    (around) =>
      (around.opaque && around.parent !== undefined) ||
      around.attributes.has('aria-activedescendant') ||
      isHtml(around, 'label', 'a', 'button'),
  ) ||
  [...elementsIn(element)].some(isControl);

/** The element gives the focus away as soon as it gets it. */
const BLURS = /^\s*(?:this|event\.target|event\.currentTarget)\.blur\(\)/;

function* givenAwayFocus(page: Page): Generator<Fault> {
  for (const element of page.inTree())
    if (BLURS.test(attributeOf(element, 'onfocus') ?? '') && isFocusable(element, page.exposures))
      yield { element, message: `${tagOf(element)} gives the focus away as soon as it gets it` };
}

const REFUSES = /\breturn\s+false\b|\.preventDefault\(\)/;

function* refusedPaste(page: Page): Generator<Fault> {
  for (const element of page.elements) {
    if (!isHtml(element, 'input') || !REFUSES.test(attributeOf(element, 'onpaste') ?? '')) continue;
    const isOfLogin =
      inputType(element) === 'password' ||
      /\b(?:current-password|one-time-code|username)\b/.test(attributeOf(element, 'autocomplete') ?? '');
    if (isOfLogin) yield { element, message: 'Nobody can paste from a password manager' };
  }
}

const GOES = /\.submit\(|\blocation(?:\.href)?\s*=(?!=)|\blocation\.(?:assign|replace)\(|\bwindow\.open\(/;

function* goesOnChange(page: Page): Generator<Fault> {
  for (const element of page.elements) {
    if (!isHtml(element, 'select') || !GOES.test(attributeOf(element, 'onchange') ?? '')) continue;
    const form = [...ancestorsOf(element)].find((around) => isHtml(around, 'form'));
    const isSentByButton =
      form !== undefined &&
      [...elementsIn(form)].some(
        (inner) =>
          inner.opaque ||
          (isHtml(inner, 'button') && !/^(?:button|reset)$/i.test(attributeOf(inner, 'type') ?? '')) ||
          (isHtml(inner, 'input') && /^(?:submit|image)$/.test(inputType(inner))),
      );
    if (!isSentByButton) yield { element, message: 'The page goes on as soon as another option has the focus' };
  }
}

function* mapsOfServers(page: Page): Generator<Fault> {
  for (const element of page.inTree())
    if (
      isHtml(element, 'img') &&
      element.attributes.has('ismap') &&
      [...ancestorsOf(element)].some((around) => isHtml(around, 'a') && isKindOf(page.roleOf(around), 'link'))
    )
      yield { element, message: 'Where on the picture a click is decides what happens: no key can say that' };
}

export const keyboardRules: Readonly<Record<string, Rule>> = {
  'click-without-keyboard': clicksAlone,
  'control-without-focus': unreachableControls,
  'focus-given-away': givenAwayFocus,
  'paste-refused': refusedPaste,
  'change-goes-on': goesOnChange,
  'map-of-server': mapsOfServers,
};
