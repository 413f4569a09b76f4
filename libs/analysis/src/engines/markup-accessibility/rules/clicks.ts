import {
  type MarkupElement,
  ancestorsOf,
  attributeOf,
  elementsIn,
  HEADINGS,
  isComponent,
  isHtml,
  textOf,
  tokensOf,
} from '../markup';
import { tabindexOf } from '../semantics/focus';
import { explicitRole } from '../semantics/roles';
import { isClickedByScript } from './clicked-by-scripts';
import { doneOn, listensTo, listensToKeys } from './handlers';
import { type Fault, type Page, type Rule, tagOf } from './page';
import { scriptsOf } from './page-scripts';

/** Elements that say nothing about what they are for. */
const PLAIN = [
  'div',
  'span',
  'p',
  'li',
  'td',
  'tr',
  'img',
  'i',
  'b',
  'em',
  'strong',
  'article',
  'section',
  'figure',
  'dt',
  'dd',
  'th',
  ...HEADINGS,
];
const CLICK = /^(?:onclick|\(click\)|@click(?:\.prevent)?|x-on:click(?:\.prevent)?)$/;
/** A click that only goes no further, closes what is behind, or counts. */
const STOPS = String.raw`(?:\$?event|evt?|e)\.(?:stop(?:Immediate)?Propagation|preventDefault)\(\)`;
const DOES_LITTLE = new RegExp(String.raw`^[;\s]*(?:(?:${STOPS}|return false|void 0|undefined)(?:[;\s]+|$))*$`);
const CONTROLS = ['a', 'button', 'input', 'select', 'textarea', 'label', 'summary', 'video', 'audio', 'iframe'];

/** The code of a click, null for code that is elsewhere. */
const clickOf = (element: MarkupElement): string | null | undefined => {
  for (const [name, value] of element.attributes) if (CLICK.test(name)) return element.handlers.get(name) ?? value;
  return element.handlers.has('scripted click') || isClickedByLibrary(element) ? null : undefined;
};

/** Requests of htmx that something else than a click begins. */
const OF_OTHER_EVENT = /^(?!.*\bclick\b).*\S/;

/** Whether an attribute of htmx or Stimulus listens to clicks, and to no key. */
function isClickedByLibrary(element: MarkupElement): boolean {
  const given = (name: string): string | undefined =>
    attributeOf(element, name) ?? attributeOf(element, `data-${name}`);
  const sends = ['hx-get', 'hx-post', 'hx-put', 'hx-patch', 'hx-delete'].some((name) => given(name) !== undefined);
  const trigger = given('hx-trigger') ?? '';
  if (sends && !OF_OTHER_EVENT.test(trigger) && !/\bkey(?:down|up|press)\b/.test(trigger)) return true;
  const actions = attributeOf(element, 'data-action') ?? '';
  return /(?:^|\s)click->/.test(actions) && !/\bkey(?:down|up|press)\b/.test(actions);
}

/** The element around all of a component may get more attributes, but seldom those of a control. */
const isOutermost = (element: MarkupElement): boolean =>
  element.parent !== undefined && element.parent.parent === undefined;

export const isControl = (element: MarkupElement): boolean =>
  element.opaque ||
  (element.mayHaveMore && !isOutermost(element)) ||
  isHtml(element, ...CONTROLS) ||
  element.attributes.has('tabindex') ||
  element.attributes.has('role') ||
  element.attributes.has('contenteditable');

/** Whether a program may put elements right into the element. */
const mayHoldMore = (element: MarkupElement): boolean =>
  element.children.some((child) => child.kind === 'text' && child.text === null && !child.isWords);

/** Whether the file says which elements stand in the element, and that they are texts or pictures. */
export function isPlainContent(element: MarkupElement): boolean {
  if (mayHoldMore(element)) return false;
  for (const inner of elementsIn(element)) {
    if (isControl(inner) || clickOf(inner) !== undefined) return false;
    if (mayHoldMore(inner)) return false;
  }
  return true;
}

const hasWords = (element: MarkupElement): boolean =>
  element.children.some((child) => child.kind === 'text' && child.isWords === true);

export const showsSomething = (element: MarkupElement): boolean =>
  isHtml(element, 'img') ||
  textOf(element).trim() !== '' ||
  hasWords(element) ||
  [...elementsIn(element, true)].some(
    (inner) => isHtml(inner, 'img') || inner.name === 'svg' || hasWords(inner) || isIcon(inner),
  );

/** The classes of fonts that draw icons. */
const OF_ICON = /^(?:fa|fas|far|fab|fa-solid|fa-regular|bi|icon|glyphicon|material-icons|mdi|ti|ion|pi)(?:-[\w-]+)?$/;
const isIcon = (element: MarkupElement): boolean =>
  isHtml(element, 'i', 'span') && tokensOf(attributeOf(element, 'class')).some((name) => OF_ICON.test(name));

/** Attributes that give an element neither an address nor the focus, as any directive of a project may. */
const WITHOUT_ADDRESS = /^(?:class|style|title|target|rel|key|ref|ngclass|ngstyle|aria-.*|on.*|\(.*|[*@].*)$/;

/** A link without an address takes no focus. */
const isLinkToNowhere = (element: MarkupElement): boolean =>
  isHtml(element, 'a') && [...element.attributes.keys()].every((name) => WITHOUT_ADDRESS.test(name));

const holdsControl = (element: MarkupElement): boolean => [...elementsIn(element)].some(isControl);

const isPlain = (element: MarkupElement): boolean =>
  (isHtml(element, ...PLAIN) && !isControl(element)) || isLinkToNowhere(element) || isAreaToNowhere(element);

/** A part of a picture without an address takes no focus. */
const isAreaToNowhere = (element: MarkupElement): boolean =>
  isHtml(element, 'area') && !element.attributes.has('href') && !element.attributes.has('tabindex');

/** Whether scripts of the page listen to clicks on an element, and none of them to a key. */
const isScripted = (element: MarkupElement, page: Page): boolean =>
  isClickedByScript(page, element) && !scriptsOf(page).some(([, code]) => /\bkey(?:down|press|up)\b/.test(code));

/** Something that looks like a button or link to those who see it, and is neither to anybody else. */
function* clicksAlone(page: Page): Generator<Fault> {
  for (const element of page.inTree()) {
    if (!isPlain(element)) continue;
    const written = clickOf(element);
    const click = written === undefined && isScripted(element, page) ? null : written;
    const isSilent = click === undefined && !listensTo(element, 'click');
    const isDouble = isSilent && listensTo(element, 'dblclick', 'doubleclick');
    const isPressed = isSilent && isPressedAlone(element, page);
    if ((click === undefined && !isDouble && !isPressed) || (typeof click === 'string' && DOES_LITTLE.test(click)))
      continue;
    if (listensToKeys(element) || isOfferedByField(element, page)) continue;
    const isShown = isHtml(element, 'area') || (isPlainContent(element) && showsSomething(element));
    if (isHtml(element, 'a') ? holdsControl(element) : !isShown) continue;
    if ([...ancestorsOf(element)].some((around) => isControl(around) && around.parent !== undefined)) continue;
    const what = isDouble ? 'double clicks' : isPressed ? 'presses' : 'clicks';
    yield {
      element,
      message: `${tagOf(element)} takes ${what}, and no key does the same`,
      ...(isDouble && { isMild: true }),
    };
  }
}

const HEARS_OF_ARROWS = /^(?:onkey|\(key|@key|v-on:key|x-on:key)(?!.*\.(?:enter|esc(?:ape)?|space)\)?$)/;

/** Whether an element is one of those that a field offers: the field hears of the keys that go through them. */
const isOfferedByField = (element: MarkupElement, page: Page): boolean =>
  !isHtml(element, 'a') &&
  element.handlers.has('repeated') &&
  page.markup.elements.some((each) => [...each.attributes.keys()].some((name) => HEARS_OF_ARROWS.test(name)));

/** A handle is dragged, and what hears of several events of a pointer follows it. */
const OF_DRAGGING = /drag|resiz|handle|slider|thumb|swipe|canvas|ripple|grip/i;
const LIFTS = ['mouseup', 'pointerup', 'touchend', 'touchstart'];
const FOLLOWS = ['mousemove', 'pointermove', 'touchmove', 'mouseleave', 'pointerleave', 'touchcancel'];

/** Whether an element does something when a pointer presses it or lets it go, and nothing on a click. */
function isPressedAlone(element: MarkupElement, page: Page): boolean {
  // A list below a field takes a press before the field loses the focus; the field itself hears of keys.
  const presses = page.markup.isPage ? [...LIFTS, 'mousedown', 'pointerdown'] : LIFTS;
  if (presses.filter((event) => listensTo(element, event)).length !== 1 || listensTo(element, ...FOLLOWS)) return false;
  if ([...ancestorsOf(element)].some((each) => listensTo(each, 'click', ...FOLLOWS))) return false;
  const about = ['class', 'id'].map((name) => attributeOf(element, name) ?? '').join(' ');
  const does = presses
    .map((event) => doneOn(element, event) ?? element.handlers.get(`named on${event}`) ?? '')
    .join(' ');
  return (
    !OF_DRAGGING.test(`${about} ${does}`) &&
    !DOES_LITTLE.test(does.trim() === '' ? 'x' : does) &&
    !element.attributes.has('draggable')
  );
}

/** Roles of which people expect that the Enter key or the Space key does the same as a click. */
const PRESSED = new Set(['button', 'link', 'checkbox', 'switch', 'radio']);
const NATIVE_CONTROLS = ['a', 'area', 'button', 'input', 'select', 'textarea', 'label', 'option', 'summary'];

/** An element that only its role makes a control, and that a key can get to, but not press. */
function* pressedByMouse(page: Page): Generator<Fault> {
  for (const element of page.inTree()) {
    const role = explicitRole(element);
    if (role === undefined || !PRESSED.has(role) || isHtml(element, ...NATIVE_CONTROLS)) continue;
    const written = clickOf(element);
    const click = written === undefined && isScripted(element, page) ? null : written;
    if (click === undefined || (click !== null && DOES_LITTLE.test(click))) continue;
    if ((tabindexOf(element) ?? -1) < 0 || attributeOf(element, 'aria-disabled') === 'true') continue;
    if (element.attributes.has('ng-click') || [element, ...ancestorsOf(element)].some(listensToKeys)) continue;
    if ([...ancestorsOf(element)].some(isComponent)) continue;
    yield { element, message: `${tagOf(element)} takes clicks, and no key does the same` };
  }
}

/** Something that a key can get to and that takes clicks, of which nobody hears that it is a control. */
function* controlsWithoutRole(page: Page): Generator<Fault> {
  for (const element of page.inTree()) {
    if (!isHtml(element, ...PLAIN) || element.attributes.has('role') || (tabindexOf(element) ?? -1) < 0) continue;
    const click = clickOf(element);
    if (click === undefined || (click !== null && DOES_LITTLE.test(click))) continue;
    if (!isPlainContent(element) || !showsSomething(element) || element.attributes.has('contenteditable')) continue;
    yield { element, message: `${tagOf(element)} takes clicks and the focus, and has no role that says so` };
  }
}

const PRESSES = [
  'mousedown',
  'mouseup',
  'pointerdown',
  'pointerup',
  'touchstart',
  'touchend',
  'dblclick',
  'doubleclick',
];
/** Attributes by which a button does something without a handler of its own. */
const DOES_BY_ITSELF = /^(?:popovertarget|command|commandfor|form|formaction|data-.*|ref|#.*|v-.*|x-.*|ng-.*)$/;

/** A native button that does something when a pointer goes down, and nothing when it is pressed by a key. */
function* pressedByPointer(page: Page): Generator<Fault> {
  for (const element of page.inTree()) {
    const isButton = isHtml(element, 'button') && !listensTo(element, 'click');
    if (!isButton || !listensTo(element, ...PRESSES) || listensToKeys(element)) continue;
    const isOfForm = /^(?:submit|reset)$/i.test(attributeOf(element, 'type') ?? '');
    if (isOfForm || element.attributes.get('type') === null) continue;
    const around = [...ancestorsOf(element)];
    if (!element.attributes.has('type') && around.some((each) => isHtml(each, 'form') || isComponent(each))) continue;
    if (
      [...element.attributes.keys()].some(
        (name) => DOES_BY_ITSELF.test(name) || (/^on|^\(/.test(name) && !isOfPointer(name)),
      )
    )
      continue;
    if (around.some((each) => listensTo(each, 'click') || listensToKeys(each))) continue;
    yield { element, message: `${tagOf(element)} does something only when a pointer presses it` };
  }
}

const isOfPointer = (name: string): boolean => /mouse|pointer|touch|click|drag|context/.test(name);

export const clickRules: Readonly<Record<string, Rule>> = {
  'click-without-keyboard': clicksAlone,
  'control-without-role': controlsWithoutRole,
  'role-without-keys': pressedByMouse,
  'press-without-keyboard': pressedByPointer,
};
