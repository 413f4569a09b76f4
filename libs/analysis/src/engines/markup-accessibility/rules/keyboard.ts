import {
  type MarkupElement,
  HEADINGS,
  ancestorsOf,
  attributeOf,
  elementsIn,
  isComponent,
  isHtml,
  textOf,
} from '../markup';
import { isDisabled, isFocusable, tabindexOf } from '../semantics/focus';
import { explicitRole, inputType, isKindOf } from '../semantics/roles';
import { bodyAt, isClickedByScript } from './clicked-by-scripts';
import { doneOn, listensTo, listensToKeys } from './handlers';
import { KEEPS as KEPT_BY_SCRIPTS, calledIn, keptIn, scriptsById, scriptsOf } from './page-scripts';
import { fieldsBehindLabels } from './hidden-fields';
import { isAnnounced, scriptedChanges } from './script-fields';
import { helpByTitle } from './help-by-hover';
import { type Fault, type Page, type Rule, tagOf } from './page';

/** Elements that say nothing about what they are for. */
const PLAIN = ['div', 'span', 'p', 'li', 'td', 'tr', 'img', 'i', 'b', 'em', 'strong', ...HEADINGS];
const CLICK = /^(?:onclick|\(click\)|@click(?:\.prevent)?|x-on:click(?:\.prevent)?)$/;
/** A click that only goes no further, closes what is behind, or counts. */
const STOPS = String.raw`(?:\$?event|evt?|e)\.(?:stop(?:Immediate)?Propagation|preventDefault)\(\)`;
const DOES_LITTLE = new RegExp(String.raw`^[;\s]*(?:(?:${STOPS}|return false|void 0|undefined)(?:[;\s]+|$))*$`);
const CONTROLS = ['a', 'button', 'input', 'select', 'textarea', 'label', 'summary', 'video', 'audio', 'iframe'];

/** The code of a click, null for code that is elsewhere. */
const clickOf = (element: MarkupElement): string | null | undefined => {
  for (const [name, value] of element.attributes) if (CLICK.test(name)) return element.handlers.get(name) ?? value;
  return element.handlers.has('scripted click') ? null : undefined;
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

/** Whether a program may put elements right into the element. */
const mayHoldMore = (element: MarkupElement): boolean =>
  element.children.some((child) => child.kind === 'text' && child.text === null && !child.isWords);

/** Whether the file says which elements stand in the element, and that they are texts or pictures. */
function isPlainContent(element: MarkupElement): boolean {
  if (mayHoldMore(element)) return false;
  for (const inner of elementsIn(element)) {
    if (isControl(inner) || clickOf(inner) !== undefined) return false;
    if (mayHoldMore(inner)) return false;
  }
  return true;
}

const hasWords = (element: MarkupElement): boolean =>
  element.children.some((child) => child.kind === 'text' && child.isWords === true);

const showsSomething = (element: MarkupElement): boolean =>
  isHtml(element, 'img') ||
  textOf(element).trim() !== '' ||
  hasWords(element) ||
  [...elementsIn(element)].some((inner) => isHtml(inner, 'img') || inner.name === 'svg' || hasWords(inner));

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

const TEXTS = ['p', 'li', 'td', 'th', 'dd', 'span', 'em', 'strong', 'b', ...HEADINGS];
/** Attributes of an element that a program finds, or that says something when it has the focus. */
const FOUND_BY_PROGRAM =
  /^(?:id|ref|title|role|is|style|contenteditable|draggable|aria-.*|data-.*|on.*|[@:(#[*].*|v-.*|x-.*|use:.*)$/;

/** A plain text that the Tab key stops at, and where no key does anything. */
function* stopsForNothing(page: Page): Generator<Fault> {
  if (page.markup.isPage && scriptsOf(page).some(([, code]) => /tabindex|\.focus\(|addEventListener|\$\(/i.test(code)))
    return;
  for (const element of page.inTree()) {
    if (!isHtml(element, ...TEXTS) || attributeOf(element, 'tabindex')?.trim() !== '0') continue;
    if ([...element.attributes.keys()].some((name) => FOUND_BY_PROGRAM.test(name)) || element.handlers.size > 0)
      continue;
    if (/tool-?tip|pop-?over|drop-?down|scroll|focus|hover|info|help/i.test(attributeOf(element, 'class') ?? ''))
      continue;
    if (!isPlainContent(element) || !showsSomething(element) || page.cascade.styleOf(element).has('overflow')) continue;
    if ([...ancestorsOf(element)].some((each) => isComponent(each) || listensTo(each, 'click') || listensToKeys(each)))
      continue;
    yield { element, message: `The Tab key stops at ${tagOf(element)}, where no key does anything` };
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

const ONLY_LOOKS = /^[\s;]*(?:this\.(?:style|className|classList|src)\b[^;]*(?:;[\s;]*|$))*$/;

/** A handler of the mouse often changes a look alone, or loads a page early. Names tell where it shows something. */
const SHOWS =
  /(?:^|[^\w.])(?:set(?:Is)?)?(?:show|open|reveal|expand|preview)\w*\s*(?:\(|=(?!=))|tool-?tip|pop-?(?:over|up)/i;
const hearsOfFocus = (element: MarkupElement): boolean => listensTo(element, 'focus', 'focusin', 'focuscapture');

/** A link or button that shows something when the mouse is over it, and does not when a key gets to it. */
function* shownByHover(page: Page): Generator<Fault> {
  for (const element of page.inTree()) {
    if (!page.isInTabOrder(element) || !listensTo(element, 'mouseover', 'mouseenter')) continue;
    if (listensTo(element, 'focus', 'focusin', 'click') || listensToKeys(element)) continue;
    if (!listensTo(element, 'mouseover')) {
      if (SHOWS.test(doneOn(element, 'mouseenter') ?? '') && ![...ancestorsOf(element)].some(hearsOfFocus))
        yield { element, message: `${tagOf(element)} shows something under the mouse, and not when it has the focus` };
      continue;
    }
    const does = doneOn(element, 'mouseover');
    if (does === undefined ? !page.markup.isPage : !ONLY_LOOKS.test(does))
      yield { element, message: `${tagOf(element)} does something under the mouse, and not when it has the focus` };
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
const BLURS = /^\s*(?:this|(?:\$?event|evt?|e)\.(?:target|currentTarget))\.blur\(\)/;

const GIVES_AWAY = new RegExp(
  String.raw`addEventListener\(\s*['"]focus(?:in)?['"]\s*,\s*` +
    String.raw`(?:function\s*\w*\s*\(\s*\w*\s*\)\s*\{|\(?\w*\)?\s*=>\s*\{?)\s*(?:this|(?:\w+\.)?\w+)\.blur\(\)`,
);

function* givenAwayFocus(page: Page): Generator<Fault> {
  for (const [element, code] of scriptsOf(page))
    if (GIVES_AWAY.test(code))
      yield { element, message: 'A script takes the focus away from what gets it, as soon as it does' };
  for (const element of page.inTree())
    if (BLURS.test(doneOn(element, 'focus') ?? '') && isFocusable(element, page.exposures))
      yield { element, message: `${tagOf(element)} gives the focus away as soon as it gets it` };
}

/** A key that goes to the next field, of which a script makes something else. */
const KEEPS_TAB = /(?:\bkey\s*={2,3}\s*['"]Tab['"]|\b(?:keyCode|which)\s*={2,3}\s*9\b)[^]{0,80}\.preventDefault\(\)/;
/** A key that leaves, or code that moves the focus by itself. */
const LETS_OUT = /shiftKey|['"]Esc(?:ape)?['"]|\b27\b|\.focus\(|\.blur\(|ctrlKey|autocomplete|suggest|complet/i;

/** A condition about the Tab key alone, after which nothing else happens. */
const IF_TAB =
  String.raw`\bif\s*\(\s*\w+\.(?:(?:key|code)\s*={2,3}\s*['"]Tab['"]|(?:keyCode|which)\s*={2,3}\s*9)\s*\)\s*\{?\s*` +
  String.raw`\w+\.preventDefault\(\)`;
const TAKES_TAB = new RegExp(IF_TAB);

/** A field of several lines in which the Tab key writes, and that has no other key by which to leave it. */
function* keptByTab(page: Page): Generator<Fault> {
  for (const element of page.inTree()) {
    const isOfOneLine = isHtml(element, 'input');
    if (!isHtml(element, 'textarea') && !isOfOneLine) continue;
    const code = ['keydown', 'keypress'].map((event) => doneOn(element, event) ?? '').join('\n');
    const heard = heardOf(page, element, 'keydown|keypress');
    const keeps = isOfOneLine ? TAKES_TAB : KEEPS_TAB;
    if ([code, ...heard].some((each) => keeps.test(each) && !LETS_OUT.test(each)))
      yield { element, message: `The Tab key does not get out of ${tagOf(element)}` };
  }
}

/** The bodies of the functions by which scripts of a page hear of an event of an element, which they find by its id. */
function heardOf(page: Page, element: MarkupElement, event: string): readonly string[] {
  const id = calledIn(element);
  if (id === undefined || !/^[\w-]+$/.test(id)) return [];
  return scriptsById(page).flatMap(([, code]) => heardBy(code, id, event));
}

/** The same of one script and an id. */
function heardBy(code: string, id: string, event: string): readonly string[] {
  const kept = [...code.matchAll(KEPT_BY_SCRIPTS)].flatMap(([, name = '', found = '']) => (found === id ? [name] : []));
  // A script may call an element by its id alone.
  const places = [
    String.raw`['"]#?${id}['"]\s*\)`,
    ...[...kept, ...(/^\w+$/.test(id) ? [id] : [])].map((name) => String.raw`(?<![\w.$])${name}`),
  ];
  const hears =
    String.raw`\s*\.(?:(?:addEventListener|on)\(\s*['"](?:${event})['"]\s*,\s*|` +
    String.raw`on(?:${event})\s*=(?!=)\s*|(?:${event})\(\s*)`;
  return [...code.matchAll(new RegExp(`(?:${places.join('|')})${hears}`, 'g'))].map(({ index, 0: all }) =>
    bodyAt(code, index + all.length),
  );
}

const ITSELF = String.raw`(?:this|(?:\$?event|evt?|e)\.(?:target|currentTarget)|\$\(\s*this\s*\))`;
const LATER =
  String.raw`(?:(?:window\.)?(?:setTimeout|requestAnimationFrame)\(\s*(?:\(\)\s*=>|` +
  String.raw`function\s*\(\)\s*\{)\s*)?`;
const ASKS = String.raw`(?:if\s*\([^{};]*\)\s*\{?\s*)?`;
const KEEPS = new RegExp(String.raw`^\s*(?:\w+\.preventDefault\(\);?\s*)?${ASKS}${LATER}${ITSELF}\.focus\(`);
const GIVES_TO = new RegExp(
  String.raw`^\s*(?:(?:document\.)?(?:getElementById\(\s*['"]|querySelector\(\s*['"]#)([\w-]+)['"]\s*\)|(\w+))` +
    String.raw`\.focus\(\)\)*\s*;?\s*$`,
);

/** The Tab key gives the focus to another element, whatever else is pressed. */
const TAB_GIVES_TO = new RegExp(
  String.raw`^\s*${IF_TAB}\s*;\s*(?:(?:document\.)?(?:getElementById\(\s*['"]|querySelector\(\s*['"]#)` +
    String.raw`([\w-]+)['"]\s*\)|(\w+))\.focus\(\)`,
);

/** The ids of the elements that variables of scripts keep. */
const keptOn = (page: Page): ReadonlyMap<string, string> =>
  new Map(scriptsById(page).flatMap(([, code]) => [...keptIn(code)]));

/** A box whose Tab key always leads to one thing in it, which closes nothing, and that no other key closes. */
function isRoundOfOne(element: MarkupElement): boolean {
  const code = doneOn(element, 'keydown') ?? '';
  if (!TAKES_TAB.test(code) || !/\.focus\(\)/.test(code) || /Esc|\b27\b|shiftKey|\bif\b[^]*\bif\b/.test(code))
    return false;
  const inside = [...elementsIn(element)];
  const closes = (each: MarkupElement): boolean =>
    each.opaque ||
    each.mayHaveMore ||
    isHtml(each, 'button', 'input', 'select', 'textarea') ||
    listensTo(each, 'click');
  return inside.length > 0 && !inside.some(closes);
}

/** A field that takes the focus back when it leaves, or two that give it to one another: no key gets out. */
function* keptFocus(page: Page): Generator<Fault> {
  yield* keptByTab(page);
  yield* keptByKeys(page);
  const gives = new Map<string, string>();
  for (const element of page.inTree()) {
    if (isRoundOfOne(element)) yield { element, message: `No key gets out of ${tagOf(element)}` };
    const id = calledIn(element);
    const written = ['blur', 'focusout'].map((event) => doneOn(element, event) ?? '');
    const isCalled = id !== undefined && /^[\w-]+$/.test(id);
    const codes = [...written, ...heardOf(page, element, 'blur|focusout')];
    const isOwn = (code: string): boolean =>
      KEEPS.test(code) ||
      (isCalled && new RegExp(String.raw`^\s*${ASKS}(?:${id}|[^;{}]*['"]#?${id}['"]\s*\))\.focus\(`).test(code));
    const mayBeReached = isHtml(element, 'input', 'textarea', 'select', 'button', 'a');
    const onTab = mayBeReached ? heardOf(page, element, 'keydown') : [];
    for (const code of onTab) {
      const [, given, name] = TAB_GIVES_TO.exec(code) ?? [];
      const to = given ?? keptOn(page).get(name ?? '') ?? name;
      if (id !== undefined && to !== undefined) gives.set(id, to);
    }
    if (codes.some(isOwn)) yield { element, message: `No key gets out of ${tagOf(element)}: it takes the focus back` };
    else
      for (const code of codes) {
        const [, given, name] = GIVES_TO.exec(code) ?? [];
        if (id !== undefined && (given ?? name) !== undefined) gives.set(id, (given ?? name)!);
      }
  }
  for (const [from, to] of gives)
    if (from < to && gives.get(to) === from)
      yield {
        element: page.markup.ids.get(from)![0]!,
        message: `No key gets out of "${from}" and "${to}": each gives the focus to the other`,
      };
}

const REFUSES_ALL = /^\s*(?:\w+\.preventDefault\(\)|return false)\s*;/;
const REFUSES_TAB = new RegExp(
  String.raw`^\s*if\s*\(\s*\w+\.(?:key\s*={2,3}\s*['"]Tab['"]|(?:keyCode|which)\s*={2,3}\s*9)\s*\)\s*\{?\s*` +
    String.raw`(?:\w+\.preventDefault\(\)|return\s+false)\s*;?\s*\}?\s*$`,
);
const ON_KEYS = /(?:addEventListener\(\s*['"]keydown['"]\s*,\s*|\bonkeydown\s*=\s*)(?=function|\(|\w+\s*=>)/g;

/** A listener that refuses the Tab key, or all keys, and does nothing instead: no key leads any further. */
function* keptByKeys(page: Page): Generator<Fault> {
  for (const [element, code] of scriptsOf(page))
    for (const { index, 0: head } of code.matchAll(ON_KEYS)) {
      const body = bodyAt(code, index + head.length);
      const isOfPage = /(?:document|window|body)\.$/.test(code.slice(Math.max(0, index - 9), index));
      if (REFUSES_TAB.test(body) || (isOfPage && REFUSES_ALL.test(body)))
        yield { element, message: 'A script refuses the Tab key, so that nobody goes on by keys' };
    }
  for (const element of page.inTree())
    if (REFUSES_TAB.test(doneOn(element, 'keydown') ?? ''))
      yield { element, message: `The Tab key does not get out of ${tagOf(element)}` };
}

const REFUSES = /\breturn\s+false\b|\.preventDefault\(\)|^\s*false\s*$/;

function* refusedPaste(page: Page): Generator<Fault> {
  for (const element of page.elements) {
    if (!isHtml(element, 'input') || !REFUSES.test(doneOn(element, 'paste') ?? '')) continue;
    const isOfLogin =
      inputType(element) === 'password' ||
      /\b(?:current-password|one-time-code|username)\b/.test(attributeOf(element, 'autocomplete') ?? '');
    if (isOfLogin) yield { element, message: 'Nobody can paste from a password manager' };
  }
}

const LEAVES = new RegExp(
  String.raw`\blocation(?:\.href)?\s*=(?!=)|\blocation\.(?:assign|replace)\(|\bwindow\.open\(|` +
    String.raw`\brouter\.(?:push|replace|navigate|navigateByUrl)\(|(?<![\w.])(?:navigate|navigateTo|goto)\(`,
);
const GOES = new RegExp(String.raw`\.(?:requestS|s)ubmit\(|${LEAVES.source}`);
const CHOICES = new Set(['radio', 'checkbox']);

function* goesOnChange(page: Page): Generator<Fault> {
  for (const { element, code } of scriptedChanges(page)) {
    if (!GOES.test(code) || ASKS_FOR_KEY.test(code) || isAnnounced(element)) continue;
    if (!isSentByButton(element) || LEAVES.test(code))
      yield { element, message: 'The page goes on as soon as the field has been filled in' };
  }
  for (const element of page.elements) {
    if (goesWhileWriting(element))
      yield { element, message: 'The page goes on as soon as the field has been filled in' };
    if (movesOnWhenFull(element))
      yield { element, message: 'The focus goes to the next field as soon as this one is full' };
    const isChoice = isHtml(element, 'input') && CHOICES.has(inputType(element));
    if ((!isHtml(element, 'select') && !isChoice) || !GOES.test(doneOn(element, 'change') ?? '')) continue;
    if (isAnnounced(element)) continue;
    // A button sends what was chosen, and changes nothing about a page that goes elsewhere at once.
    const isSentAtOnce =
      inputType(element) === 'radio' &&
      /^[\w.$]*\.(?:requestS|s)ubmit\(\)\s*;?$/.test(doneOn(element, 'change')!.trim());
    if (isSentByButton(element) && !isSentAtOnce && !LEAVES.test(doneOn(element, 'change')!)) continue;
    const message = isChoice
      ? 'The page goes on as soon as this is chosen'
      : 'The page goes on as soon as another option has the focus';
    yield { element, message };
  }
}

/** Who presses Enter asks for what comes then. */
const ASKS_FOR_KEY = /\bEnter\b|\bkey(?:Code)?\b|\bwhich\b/;
const WRITTEN = new Set(['text', 'email', 'tel', 'url', 'number', 'date', 'password']);

/** A field that leaves the page, or sends its form, when it was filled in or the focus leaves it. */
const goesWhileWriting = (element: MarkupElement): boolean =>
  isHtml(element, 'input') &&
  WRITTEN.has(inputType(element)) &&
  ['change', 'blur', 'input', 'keyup'].some((event) => {
    const code = doneOn(element, event) ?? '';
    return GOES.test(code) && !ASKS_FOR_KEY.test(code);
  }) &&
  !isSentByButton(element);

const IS_FULL = /\.length\s*[=>]={1,2}\s*(?:\d|(?:this|\w+\.target)\.maxLength)/;

/** A field of several signs that gives the focus to another one when it is full. Codes are pasted as a whole. */
const movesOnWhenFull = (element: MarkupElement): boolean =>
  isHtml(element, 'input') &&
  Number(attributeOf(element, 'maxlength') ?? 2) > 1 &&
  attributeOf(element, 'autocomplete') !== 'one-time-code' &&
  ['input', 'keyup'].some((event) => {
    const code = doneOn(element, event) ?? '';
    return IS_FULL.test(code) && /\.focus\(\)/.test(code);
  });

/** Whether a button sends the form of a field, too. */
function isSentByButton(element: MarkupElement): boolean {
  const form = [...ancestorsOf(element)].find((around) => isHtml(around, 'form'));
  return form !== undefined && [...elementsIn(form)].some((inner) => inner.opaque || isSubmit(inner));
}

const isSubmit = (element: MarkupElement): boolean =>
  (isHtml(element, 'button') && !/^(?:button|reset)$/i.test(attributeOf(element, 'type') ?? '')) ||
  (isHtml(element, 'input') && /^(?:submit|image)$/.test(inputType(element)));

/** A control that leaves the page when it gets the focus, and a page that opens another one by itself. */
function* goesOnFocus(page: Page): Generator<Fault> {
  for (const element of page.elements) {
    const onFocus = isFocusable(element, page.exposures) || isHtml(element, 'form') ? codeOfFocus(element, page) : '';
    if (GOES.test(onFocus) || /^\s*this\.click\(\)/.test(onFocus))
      yield { element, message: `${tagOf(element)} leaves the page as soon as it has the focus` };
    else if (isHtml(element, 'body') && /\bwindow\.open\(/.test(doneOn(element, 'load') ?? ''))
      yield { element, message: 'The page opens another window by itself' };
  }
}

/** The code that runs when an element gets the focus: that of its attribute, and that of scripts. */
function codeOfFocus(element: MarkupElement, page: Page): string {
  const heard = heardOf(page, element, 'focus|focusin');
  return [doneOn(element, 'focus') ?? '', doneOn(element, 'focusin') ?? '', ...heard].join('\n');
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
  'control-without-focus': function* (page) {
    yield* unreachableControls(page);
    yield* fieldsBehindLabels(page);
  },
  'control-without-role': controlsWithoutRole,
  'stop-for-nothing': stopsForNothing,
  'role-without-keys': pressedByMouse,
  'press-without-keyboard': pressedByPointer,
  'hover-alone': function* (page) {
    yield* shownByHover(page);
    yield* helpByTitle(page);
  },
  'focus-goes-on': goesOnFocus,
  'focus-given-away': givenAwayFocus,
  'focus-kept': keptFocus,
  'paste-refused': refusedPaste,
  'change-goes-on': goesOnChange,
  'map-of-server': mapsOfServers,
};
