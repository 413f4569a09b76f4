import { type MarkupElement, attributeOf, elementsIn, isComponent, isHtml, textOf, tokensOf } from '../markup';
import { blockFrom } from '../read/blocks';
import { mountedIn, runsAtStart, secondsOf } from '../read/timers';
import { inputType } from '../semantics/roles';
import { doneOn } from './handlers';
import { type Fault, type Page, type Rule, tagOf } from './page';
import { assignedIn, listenersOf, scriptsById, scriptsOf } from './page-scripts';

/** A picture that is loaded late is the same picture. */
const SAME_PICTURE = /dataset|data-|getAttribute|lazy/i;

/** A button that goes to the picture before or after. */
const STEPS = /\b(?:next|previous|prev)\b/i;
const FEWEST_WORDS = 3;

/** A picture of a component that buttons beside it change, under words that tell of one alone. */
function* picturesOfGalleries(page: Page): Generator<Fault> {
  if (!page.markup.isTemplate) return;
  for (const element of page.inTree()) {
    if (!isHtml(element, 'img') || element.attributes.get('src') !== null || element.mayHaveMore) continue;
    if ((attributeOf(element, 'alt') ?? '').trim().split(/\s+/).length < FEWEST_WORDS || !element.parent) continue;
    const isStepped = (each: MarkupElement): boolean =>
      isHtml(each, 'button') && STEPS.test(`${textOf(each)} ${attributeOf(each, 'aria-label') ?? ''}`);
    if ([...elementsIn(element.parent)].some(isStepped))
      yield { element, message: `Buttons show another picture in ${tagOf(element)}, and its words stay the same` };
  }
}

const SETS_SOURCE = /(?<![\w.$])(\w+)\.src\s*=(?!=)\s*([^;\n]*)/g;
const BY_JQUERY = /\$\(\s*['"]([#.][\w-]+)['"]\s*\)\.attr\(\s*['"]src['"]\s*,\s*([^)]*)/g;

/** Sources that a script sets of elements which it calls by their ids alone, or finds by a selector. */
function* otherSources(code: string): Generator<{ readonly id: string; readonly value: string }> {
  for (const [, name = '', value = ''] of code.matchAll(SETS_SOURCE))
    if (!new RegExp(String.raw`\b(?:const|let|var)\s+${name}\b|\(\s*${name}\s*[,)]|\b${name}\s*=>`).test(code))
      yield { id: name, value };
  for (const [, selector = '', value = ''] of code.matchAll(BY_JQUERY)) yield { id: selector, value };
}

/** The only element of an id, or of a class. */
function sourceOf(page: Page, id: string): MarkupElement | undefined {
  if (!id.startsWith('.')) return page.markup.ids.get(id.replace('#', ''))?.[0];
  const all = page.elements.filter((each) => tokensOf(attributeOf(each, 'class')).includes(id.slice(1)));
  return all.length === 1 ? all[0] : undefined;
}

/** A picture that a script puts in the place of another one, under the words for the first. */
function* picturesThatChange(page: Page): Generator<Fault> {
  yield* picturesOfGalleries(page);
  for (const [, code] of scriptsById(page)) {
    if (/\.alt\b|['"](?:alt|aria-label|aria-hidden)['"]/.test(code)) continue;
    for (const { id, value } of [...assignedIn(code, 'src'), ...otherSources(code)]) {
      const element = sourceOf(page, id);
      if (!element || !isHtml(element, 'img') || SAME_PICTURE.test(value) || !page.exposures.isInTree(element))
        continue;
      if ((attributeOf(element, 'alt') ?? '').trim() === '' || attributeOf(element, 'src')?.trim() === '') continue;
      yield { element, message: `A script shows another picture in ${tagOf(element)}, and its words stay the same` };
    }
  }
}

const FUNCTION = String.raw`(?:async\s+)?(?:function\s*\w*\s*\([^()]*\)|\([^()]*\)\s*=>|\w+\s*=>)\s*\{`;
const LISTENS = String.raw`addEventListener\(\s*['"](?:load|DOMContentLoaded)['"]\s*,\s*`;
const HEARS_OF_START = String.raw`\b(?:window\.)?onload\s*=\s*|${LISTENS}`;
const AT_START = new RegExp(`(?:${HEARS_OF_START})${FUNCTION}`, 'g');
/** A function within it runs later, when something was done. */
const LATER = new RegExp(String.raw`(?:addEventListener\(|\bon\w+\s*=)[^]*`);

/** `window.onload = () => window.open('/offer');` */
const OPENS_AT_ONCE = new RegExp(String.raw`(?:${HEARS_OF_START})(?:\(\w*\)|\w+)\s*=>\s*window\.open\(`);

/** A page that opens another window as soon as it is there. */
function* windowsByThemselves(page: Page): Generator<Fault> {
  for (const [element, code] of scriptsOf(page))
    for (const { index, 0: head } of code.matchAll(AT_START)) {
      const body = blockFrom(code, index + head.length).replace(LATER, '');
      if (/\bwindow\.open\(/.test(body)) yield { element, message: 'The page opens another window by itself' };
    }
  for (const [element, code] of scriptsOf(page))
    if (OPENS_AT_ONCE.test(code)) yield { element, message: 'The page opens another window by itself' };
}

const EVERY = new RegExp(String.raw`\bsetInterval\(\s*${FUNCTION}`, 'g');
const HIDES_AND_SHOWS = new RegExp(
  String.raw`\.visibility\s*=(?=[^;]*['"]hidden['"])(?=[^;]*['"]visible['"])|` +
    String.raw`\.opacity\s*=(?=[^;]*\b0\b)(?=[^;]*\b1\b)|\.hidden\s*=\s*!|` +
    String.raw`\.(?:color|background|backgroundColor)\s*=\s*(?!=)[\w.!='" ]{1,80}\?\s*['"]|` +
    String.raw`\.fadeOut\([^()]*\)[^;]*\.fadeIn\(|\$\([^()]*\)\.(?:toggle|fadeToggle)\(|` +
    String.raw`classList\.toggle\(\s*['"](?:hidden|invisible|blink(?:ing)?|d-none)['"]`,
);
/** Milliseconds. What comes and goes more slowly does not blink. */
const SLOWEST_BLINK = 2_000;

/** Text that a script hides and shows without an end. */
function* blinksOfScripts(page: Page): Generator<Fault> {
  for (const [element, code] of scriptsOf(page)) {
    if (/clearInterval/.test(code)) continue;
    for (const { index, 0: head } of code.matchAll(EVERY)) {
      const body = blockFrom(code, index + head.length);
      const [, delay] = /^\}\s*,\s*(\d+)\s*\)/.exec(code.slice(index + head.length + body.length)) ?? [];
      if (delay !== undefined && Number(delay) <= SLOWEST_BLINK && HIDES_AND_SHOWS.test(body))
        yield { element, message: `A script hides and shows something every ${delay} ms without an end` };
    }
  }
}

const LATE = new RegExp(String.raw`\bsetTimeout\(\s*${FUNCTION}`, 'g');
/** `setTimeout(() => form.submit(), LIMIT)` */
const LATE_ALONE = /\bsetTimeout\(\s*\(\s*\)\s*=>\s*([\w.]+\([^(){};]*\))\s*,\s*([\w\s*]+)\)/g;
const TAKES_AWAY =
  /\.(?:reset|submit|requestSubmit)\(\)|\b(?:log|sign)_?out\(|alert\([^)]*\b(?:expired|timed out|time is (?:up|over))/i;
const PROLONGS = /\b(?:extend|keep_?alive|renew|prolong|stay|clearTimeout)/i;
/** Milliseconds. A shorter time is the end of what somebody did. */
const SHORTEST_LIMIT = 20_000;

/** A time after which what was filled in is lost, and that nobody can prolong. */
function* timeLimits(page: Page): Generator<Fault> {
  for (const [element, code] of scriptsOf(page)) if (!PROLONGS.test(code)) yield* limitsIn(element, code, code);
}

/** @param file the code that may say how long a time with a name is */
function* limitsIn(element: MarkupElement, code: string, file: string): Generator<Fault> {
  for (const { index, 0: head } of code.matchAll(LATE)) {
    const body = blockFrom(code, index + head.length);
    const [, delay] = /^\}\s*,\s*([\w\s*]+)\)/.exec(code.slice(index + head.length + body.length)) ?? [];
    yield* limitOf(element, delay, body, file);
  }
  for (const [, call = '', delay] of code.matchAll(LATE_ALONE)) yield* limitOf(element, delay, call, file);
}

/** The code that stops a timer when its component goes prolongs nothing. */
const AT_ITS_END = new RegExp(
  String.raw`\breturn\s*\(\s*\)\s*=>\s*\{?\s*(?:if\s*\([^()]*\)\s*)?` +
    String.raw`(?:window\.)?clear(?:Timeout|Interval)\([^()]*\)\s*;?\s*\}?|` +
    String.raw`\bon(?:Before)?(?:Unmount(?:ed)?|Destroy)\(\s*\(\)\s*=>\s*\{?[^{}]*\}?\s*\)`,
  'g',
);
/** A number of a component that goes down by one: `setLeft(left - 1)`, `this.left -= 1`. */
const GOES_DOWN = new RegExp(
  String.raw`\bset([A-Z]\w*)\(\s*(?:\(?\s*\w+\s*\)?\s*=>\s*)?(?:\{[^]{0,300}?\breturn\s+)?\(?\s*\w+\s*-\s*1\b|` +
    String.raw`(?<![\w$])(?:this\.)?([a-z]\w*)(?:\.value)?\s*(?:--|-=\s*1\b)`,
  'g',
);
const TAKES_PART = [
  String.raw`(?:submit\w*\(|\.submit\(|handle(?:Submit|Finish|TimeUp|End|Expire)\w*\(|(?:log|sign)_?out\(`,
  String.raw`finish\w*\(|expire\w*\(|(?:router|history)\.(?:push|replace|navigate)\(`,
  String.raw`(?<![\w.])navigate(?:To)?\(|\blocation(?:\.href)?\s*=(?!=)|\blocation\.(?:assign|replace|reload)\()`,
].join('|');
const OF_TIME = /time|left|second|remain|count|clock|limit|expire|minute/i;
/** `setLeft((left) => { if (left <= 1) submit(); return left - 1; })` */
const ENDS_WITHIN = new RegExp(
  String.raw`\bset[A-Z]\w*\(\s*\(?\s*(\w+)\s*\)?\s*=>\s*\{[^]{0,300}?\b\1\s*(?:<=?|={2,3})\s*[01]\b[^]{0,200}?` +
    TAKES_PART,
);

/** Time limits of components: a timer that begins with them, and a countdown at whose end they send or leave. */
function* limitsOfComponents(page: Page): Generator<Fault> {
  const whole = page.markup.root.handlers.get('file') ?? '';
  if (page.markup.isPage || !/\bset(?:Timeout|Interval)\(/.test(whole)) return;
  const file = whole.replace(AT_ITS_END, ' ');
  if (PROLONGS.test(file)) return;
  const element = page.markup.elements.find((each) => each.parent !== undefined);
  if (!element) return;
  for (const code of mountedIn(whole)) yield* limitsIn(element, code, file);
  for (const [, set = '', own] of file.matchAll(GOES_DOWN)) {
    const name = own ?? `${set.charAt(0).toLowerCase()}${set.slice(1)}`;
    const ends = new RegExp(String.raw`\b${name}(?:\.value)?\s*(?:={2,3}|<=?)\s*[01]\b[^]{0,120}?${TAKES_PART}`);
    if (!OF_TIME.test(name) || !(ends.test(file) || ENDS_WITHIN.test(file))) continue;
    yield { element, message: 'The page leaves when a countdown is at its end, and nobody can prolong it' };
    return;
  }
}

function* limitOf(element: MarkupElement, delay: string | undefined, body: string, code: string): Generator<Fault> {
  const seconds = delay === undefined ? 0 : (secondsOf(delay.trim(), code) ?? 0);
  if (seconds * 1_000 >= SHORTEST_LIMIT && TAKES_AWAY.test(body))
    yield { element, message: `After ${seconds} s the page takes away what was done, and nobody can prolong it` };
}

/** A number that goes down to nothing, after which the page is another one. */
const COUNTS = /--|-=\s*1\b|-\s*1\b/;
const AT_NOTHING = /(?:<=?\s*[01]\b|={2,3}\s*0\b|<\s*1\b|!\s*\w+\s*\))/;
const LEAVES = /\blocation(?:\.href)?\s*=(?!=)|\blocation\.(?:assign|replace|reload)\(|\.submit\(\)/;

/** A countdown at whose end the page leaves, or sends its form, and that nothing stops. */
function* countdowns(page: Page): Generator<Fault> {
  for (const [element, code] of scriptsOf(page)) {
    if (PROLONGS.test(code)) continue;
    for (const { index, 0: head } of code.matchAll(EVERY)) {
      const body = blockFrom(code, index + head.length);
      const rest = code.replace(body, '');
      if (!runsAtStart(code, index) || /clearInterval\(/.test(rest) || !COUNTS.test(body) || !AT_NOTHING.test(body))
        continue;
      if (LEAVES.test(body) || TAKES_AWAY.test(body) || /\.disabled\s*=\s*true/.test(body))
        yield { element, message: 'The page leaves when a countdown is at its end, and nobody can prolong it' };
    }
  }
}

const HEARS_MOTION = new RegExp(
  String.raw`addEventListener\(\s*['"]device(?:motion|orientation)['"]|\bondevice(?:motion|orientation)\s*=|` +
    String.raw`\bnew\s+(?:Accelerometer|Gyroscope|` +
    String.raw`(?:LinearAcceleration|Gravity|(?:Absolute|Relative)Orientation)Sensor)\(`,
);
const CAN_BE_TURNED_OFF =
  /ondevice(?:motion|orientation)\s*=\s*null|matchMedia|localStorage|enabled|removeEventListener|setting|prefer/i;

const FLAG = /\b(?:const|let|var)\b[^;]*?\b(\w+)\s*=\s*(?:true|false|!0|!1)\b/g;

/** Whether a condition asks for a variable that other code turns off. */
function hasSwitch(code: string): boolean {
  const asked = [...code.matchAll(/\bif\s*\(([^{};]*)\)|([^;{}]*)\?|\breturn\b([^;]*)/g)].map(([all]) => all).join(' ');
  const declared = [...code.matchAll(FLAG)].map(([, name = '']) => name);
  return declared.some(
    (name) =>
      new RegExp(String.raw`\b${name}\b`).test(asked) &&
      [...code.matchAll(new RegExp(String.raw`(?<![\w.])${name}\s*=(?!=)`, 'g'))].length > 1,
  );
}

/** A removal that removes nothing: of another function, or from another object than the one that listens. */
const IN_VAIN = new RegExp(
  String.raw`\bdocument\.removeEventListener\(\s*['"]device\w+['"]\s*,\s*[^()]*\)|` +
    String.raw`\bremoveEventListener\(\s*['"]device\w+['"]\s*,\s*(?:function\b|\(|\w+\s*=>)`,
  'g',
);
const OF_MOTION = /motion|shak|tilt|turn|mov|sensor|gesture|device|rotat/i;

const MOVES = ['devicemotion', 'deviceorientation'];

/** Something that moving the device does, and that nothing turns off. */
function* motionAlone(page: Page): Generator<Fault> {
  const ofWindows = page.markup.elements.flatMap((each) =>
    isHtml(each, 'body', 'svelte:window') &&
    MOVES.some((event) => doneOn(each, event) !== undefined || each.attributes.has(`on${event}`))
      ? [[each, `ondevicemotion = ${MOVES.map((event) => doneOn(each, event) ?? '').join(';')}`] as const]
      : [],
  );
  for (const [element, code] of [...scriptsOf(page), ...listenersOf(page), ...ofWindows]) {
    if (!HEARS_MOTION.test(code)) continue;
    const isInVain = code.search(IN_VAIN) !== -1 && !/document\.addEventListener\(\s*['"]device/.test(code);
    const effective = isInVain ? code.replace(IN_VAIN, ' ') : code;
    if (CAN_BE_TURNED_OFF.test(effective) || page.elements.some(turnsMotionOff)) continue;
    const hasBox = page.elements.some((each) => isSwitchOfMotion(each, page));
    // A switch that no code asks for turns nothing off.
    const isAsked = scriptsOf(page).some(([, each]) =>
      /\.checked\b|['"](?:change|click|input)['"]|:checked/.test(each),
    );
    const isSwitched =
      (hasBox && (isAsked || page.elements.some((each) => doneOn(each, 'change') !== undefined))) ||
      /\.checked\b/.test(code) ||
      hasSwitch(code);
    if (isInVain || !isSwitched)
      yield { element, message: 'Moving the device does something, and nothing turns that off' };
  }
}

const turnsMotionOff = ({ attributes }: MarkupElement): boolean =>
  [...attributes].some(([name, value]) => /^on[a-z]/.test(name) && /ondevice\w+\s*=\s*null/.test(value ?? ''));

const isSwitchOfMotion = (element: MarkupElement, page: Page): boolean =>
  isHtml(element, 'input') &&
  inputType(element) === 'checkbox' &&
  OF_MOTION.test(`${page.names.of(element) ?? 'motion'} ${attributeOf(element, 'id') ?? ''}`);

const HEARS_TOUCH = /['"]touch(?:start|move)['"]|\.ontouch(?:start|move)\s*=/;
const TELLS_DIRECTION = /(?:touches|changedTouches)\[0\]\.(?:client|page|screen)[XY]|touches\.length\s*={2,3}\s*2\b/;
/** Where a pointer went down and where it was let go, with nothing that follows it between. */
const SWIPES = new RegExp(
  String.raw`['"]pointerdown['"](?=[^]*['"]pointerup['"])(?![^]*(?:['"]pointermove['"]|setPointerCapture))` +
    String.raw`[^]*(?:clientX|pageX)\s*-\s*\w+\s*>\s*\d`,
);

/** Gestures that a library knows. */
const BY_LIBRARY = /\bnew\s+Hammer(?:\.Manager)?\([^]*\.on\(\s*['"](?:swipe|pan|pinch|rotate)\w*/;

/** Something that drawing with a finger does, in a page that has no button for it. */
function* gesturesAlone(page: Page): Generator<Fault> {
  const isPressed = (each: MarkupElement): boolean =>
    isHtml(each, 'button', 'summary') || each.attributes.has('role') || doneOn(each, 'click') !== undefined;
  if (page.elements.some(isPressed)) return;
  yield* gesturesOfComponents(page);
  for (const [element, code] of scriptsOf(page))
    if (
      ((HEARS_TOUCH.test(code) && TELLS_DIRECTION.test(code)) || SWIPES.test(code) || BY_LIBRARY.test(code)) &&
      !/['"]click['"]|['"]keydown['"]|\bonclick\b/.test(code)
    )
      yield { element, message: 'A finger that is drawn over the page does something, and no single press does' };
}

/** Attributes of libraries that hear of a gesture: `v-touch:swipe.left`, `@swipeleft`, `(swipe)`. */
const BY_ATTRIBUTE =
  /^(?:v-touch:(?:swipe|drag)|v-hammer:|(?:@|v-on:|on:?|\()(?:swipe|pan|pinch|rotate)\w*\)?(?:\.|$))/;
const OF_COMPONENTS = ['touchstart', 'touchmove', 'touchend', 'pointerdown', 'pointerup'];

/** The same of handlers of a component that tell where a finger is. */
function* gesturesOfComponents(page: Page): Generator<Fault> {
  const { isPage, elements } = page.markup;
  if (isPage || elements.some((each) => isComponent(each) || isHtml(each, 'a', 'input', 'canvas'))) return;
  for (const element of page.styled) {
    const code = OF_COMPONENTS.map((event) => doneOn(element, event) ?? '').join('\n');
    const isDrawn = /touchend|pointerup/.test([...element.attributes.keys()].join(' ')) && TELLS_DIRECTION.test(code);
    if (!isDrawn && ![...element.attributes.keys()].some((name) => BY_ATTRIBUTE.test(name))) continue;
    yield { element, message: 'A finger that is drawn over the page does something, and no single press does' };
    return;
  }
}

export const scriptChangeRules: Readonly<Record<string, Rule>> = {
  'picture-changes-alone': picturesThatChange,
  'window-by-itself': windowsByThemselves,
  'script-blinks': blinksOfScripts,
  'time-limit': function* (page) {
    yield* timeLimits(page);
    yield* countdowns(page);
    yield* limitsOfComponents(page);
  },
  'motion-alone': motionAlone,
  'gesture-alone': gesturesAlone,
};
