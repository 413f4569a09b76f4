import type { AtRule, ChildNode } from 'postcss';
import {
  type MarkupElement,
  type MarkupNode,
  attributeOf,
  elementsIn,
  hasUnknownText,
  isComponent,
  isHtml,
  textOf,
  tokensOf,
} from '../markup';
import { blockFrom, functionIn } from '../read/blocks';
import { parsedOrNothing } from '../style/cascade';
import { utilitiesOf } from '../style/utilities';
import { runsAtStart } from '../read/timers';
import { type Fault, type Page, type Rule, tagOf } from './page';
import { scriptsOf } from './page-scripts';
import { textsMovedByScripts } from './script-motion';

const STOPS = /\b(?:pause|stop)\b/i;
/** Code that stops a film, or the slides of Bootstrap, Swiper and the like. */
const STOPS_BY_SCRIPT = /\.pause\(|['"](?:pause|slickPause)['"]|autoplay\.stop\(|\.stop\(\)|prefers-reduced-motion/;

/** Whether something on the page stops what moves there. */
function hasStop(page: Page): boolean {
  return (
    page.markup.elements.some(
      (each) =>
        (isHtml(each, 'button', 'a', 'input') || each.attributes.has('role')) &&
        STOPS.test(`${page.names.of(each) ?? ''} ${attributeOf(each, 'class') ?? ''} ${attributeOf(each, 'id') ?? ''}`),
    ) || scriptsOf(page).some(([, code]) => STOPS_BY_SCRIPT.test(code))
  );
}

/** Something that moves without an end as soon as the page is there, and that nothing stops. */
function* movesForEver(page: Page): Generator<Fault> {
  const isAnimated = animatedBySheets(page);
  const moving = page.elements.filter(
    (each) =>
      page.exposures.isSeen(each) &&
      (isEndlessFilm(each) ||
        isSlides(each) ||
        isAnimated(each) ||
        isAnimatedByClasses(each) ||
        isMovedInDrawing(each)),
  );
  const sliders = page.markup.elements.filter(isSliderOfLibrary);
  const scripts = scriptsOf(page).filter(([, code]) => goesOnByScript(code, page));
  const rotating = page.markup.elements.filter((each) => isHtml(each, 'script') && each.handlers.has('rotates'));
  if (rotating.length > 0 && !isStoppedInPart(page) && !hasStop(page))
    for (const element of rotating)
      yield { element, message: 'The component shows one thing after another for ever, and nothing stops it' };
  const isStill = moving.length === 0 && scripts.length === 0 && sliders.length === 0;
  if (page.markup.isPage && !hasStop(page))
    for (const element of textsMovedByScripts(page))
      yield { element, message: 'A script changes or moves a text for ever, and nothing stops it' };
  if (isStill || hasStop(page)) return;
  for (const element of [...moving, ...sliders])
    yield { element, message: `${tagOf(element)} moves for ever, and nothing stops it` };
  for (const [element, code] of scripts)
    if (rotates(code))
      yield { element, message: 'A script shows one text or picture after another for ever, and nothing stops it' };
    else yield { element, message: 'A script shows one slide after another for ever, and nothing stops it' };
}

/** Attributes by which a component hears that somebody rests on it, or is at a control of it. */
const RESTS = /mouse(?:enter|over|leave)|pointer(?:enter|leave)|focus|touch/;
const isStoppedInPart = ({ markup }: Page): boolean =>
  markup.elements.some(
    (each) =>
      (isComponent(each) && /button|control|pause|play/i.test(each.name)) ||
      [...each.attributes.keys()].some((name) => RESTS.test(name)) ||
      (isHtml(each, 'button') && (hasUnknownText(each) || each.attributes.get('aria-label') === null)),
  );

/** Words of what is shown only until something is there. */
const LOADS = /load|spin|skeleton|progress|placeholder|wait|cursor|caret|typing/i;

/** Whether classes of Tailwind move words without an end, whatever their reader has asked for. */
function isAnimatedByClasses(element: MarkupElement): boolean {
  const utilities = utilitiesOf(element) ?? [];
  const moves = utilities.some(({ variants, name }) => variants.length === 0 && /^animate-(?:bounce|ping)$/.test(name));
  if (!moves || utilities.some(({ variants }) => variants.some((each) => each.startsWith('motion-')))) return false;
  const said = `${textOf(element)} ${attributeOf(element, 'class') ?? ''}`;
  return /\p{L}{3}/u.test(textOf(element)) && !LOADS.test(said) && element.attributes.get('aria-hidden') !== 'true';
}

/** Whether a drawing moves its words without an end: `<text>News<animate attributeName="x" …></text>`. */
function isMovedInDrawing(element: MarkupElement): boolean {
  if (element.namespace !== 'svg' || !/^(?:text|tspan|g)$/.test(element.name) || LOADS.test(textOf(element)))
    return false;
  const isMoving = (each: MarkupNode): boolean =>
    each.kind === 'element' &&
    attributeOf(each, 'repeatcount') === 'indefinite' &&
    (/^animate(?:transform|motion)$/.test(each.name) || /^d?[xy]$/.test(attributeOf(each, 'attributename') ?? ''));
  return /\p{L}{2}/u.test(textOf(element)) && element.children.some(isMoving);
}

/** Finds the elements with words that an animation of a style sheet moves without an end. */
function animatedBySheets(page: Page): (element: MarkupElement) => boolean {
  const { sheets, lacksSheets } = page.markup;
  const all = sheets.map(({ css }) => css).join('\n');
  // A sheet that cares for those whom motion disturbs, or that lets something pause it, is not one of these.
  if (lacksSheets || !/\binfinite\b/.test(all) || /prefers-reduced-motion|animation-play-state/.test(all))
    return () => false;
  const moving = new Set(sheets.flatMap(({ css }) => [...movesIn(parsedOrNothing(css))]));
  return (element) => {
    const style = page.cascade.styleOf(element);
    const animation = ['animation', 'animation-name', 'animation-iteration-count']
      .map((property) => style.get(property)?.value ?? '')
      .join(' ');
    if (!/\binfinite\b/.test(animation) || !animation.split(/[\s,]+/).some((word) => moving.has(word))) return false;
    const said = `${textOf(element)} ${attributeOf(element, 'class') ?? ''} ${attributeOf(element, 'id') ?? ''}`;
    return /\p{L}{2}/u.test(textOf(element)) && !LOADS.test(said) && element.attributes.get('aria-hidden') !== 'true';
  };
}

/** The names of animations that move or resize what they are for. */
function* movesIn(nodes: readonly ChildNode[]): Generator<string> {
  for (const node of nodes) {
    if (node.type !== 'atrule') continue;
    if (/keyframes$/i.test(node.name)) {
      if (moves(node)) yield node.params.trim();
    } else if (node.nodes) yield* movesIn(node.nodes);
  }
}

const moves = ({ nodes = [] }: AtRule): boolean =>
  nodes.some(
    (frame) =>
      frame.type === 'rule' &&
      frame.nodes.some(
        (each) =>
          each.type === 'decl' &&
          (/^(?:left|right|top|bottom|margin-(?:left|top)|text-indent)$/.test(each.prop) ||
            (each.prop === 'translate' && each.value !== 'none') ||
            (/^(?:-webkit-)?transform$/.test(each.prop) && /translate|scale/.test(each.value))),
      ),
  );

const SLIDER = /^(?:\w*(?:Slider|Swiper|Carousel|Slick|Splide)|\w+-(?:slider|swiper|carousel)|swiper|carousel)$/;

/** A component of slides that go on by themselves: `<Slider autoplay>`. */
const isSliderOfLibrary = (element: MarkupElement): boolean =>
  element.opaque &&
  SLIDER.test(element.name) &&
  ['autoplay', ':autoplay'].some((name) => /^(?:|true)$/.test(element.attributes.get(name) ?? 'none')) &&
  ![...element.attributes.keys()].some((name) => /^(?:ref|:ref|#.*)$/.test(name));

const OF_LIBRARY =
  /\bnew\s+(?:Swiper|Splide|Glide|Flickity|Siema)\(|\.(?:slick|owlCarousel|bxSlider|flickity|lightSlider)\(\s*\{/g;
const GOES_ON = /\bauto(?:[pP]lay)?['"]?\s*:\s*(?!false\b|0\b|null\b)[\w{]/;
const LONGEST_SETTINGS = 900;
const OF_SLIDES = String.raw`\w*(?:[sS]lide|[cC]arousel|[bB]anner|[tT]icker|[mM]arquee|[rR]otat)\w*`;
const NEXT = String.raw`(?:${OF_SLIDES}|next|autoPlay|goNext)`;
const HEAD_OF_FUNCTION = String.raw`(?:\(\)|\w+)\s*=>\s*\{?\s*|function\s*\(\)\s*\{\s*`;
const REPEATS = new RegExp(
  String.raw`\bset(?:Timeout|Interval)\(\s*(?:${HEAD_OF_FUNCTION})?${NEXT}\b(?:\(\w*\))?[;\s}]*,\s*(\d+)`,
  'g',
);
const CHANGES = new RegExp(
  [
    String.raw`\.style\.(?:display|opacity|transform|left|marginLeft|backgroundImage)|classList`,
    String.raw`\.className|\.(?:fade|slide)(?:In|Out|Up|Down)\(|\.(?:add|remove)Class\(|\.animate\(`,
  ].join('|'),
);
const SLIDE = /(?:^|[\s_-])(?:slide|slider|slides|slideshow|carousel|banner|ticker|marquee|news-?ticker)/i;

/** Whether a script starts slides that go on by themselves. */
function goesOnByScript(code: string, page: Page): boolean {
  for (const { index, 0: head } of code.matchAll(OF_LIBRARY)) {
    const [settings = ''] = code.slice(index + head.length, index + head.length + LONGEST_SETTINGS).split(/\}\s*\)/);
    if (GOES_ON.test(settings)) return true;
  }
  if (rotates(code)) return true;
  if (!CHANGES.test(code) || /clear(?:Interval|Timeout)\(/.test(code)) return false;
  if (recursesOverSlides(code) && hasSlides(page)) return true;
  // A function that sets its own timer, or an interval, has no end; a single timer has one.
  const isRepeated = [...code.matchAll(REPEATS)].some(
    ([all, delay = '0']) => Number(delay) <= SLOWEST && (all.startsWith('setInterval') || callsItself(code, all)),
  );
  return isRepeated && hasSlides(page);
}

const EVERY = new RegExp(
  String.raw`\bsetInterval\(\s*(?:(?:function\s*\w*\s*\(\s*\)|\(\s*\)\s*=>)\s*(\{)|(\w+)\s*,\s*(\d+)\s*\))`,
  'g',
);
const NEXT_OF_ALL = /%\s*(?:\w+\.length\b|\d+\s*\])|(?:>=|={2,3})\s*\w+\.length\b[^;{}]{0,40}\{?\s*\w+\s*=\s*0\b/;
const SHOWS_OTHER =
  /\.(?:textContent|innerText|innerHTML|src|style\.backgroundImage)\s*=(?!=)|\.(?:text|html)\(\s*\w|\.attr\(\s*['"]src/;
/** Names of what is shown one after another. */
const SLIDES_IN = /\b\w*(?:slide|banner|carousel|quote|testimonial|photo|picture|image|headline|news)\w*\s*\[/i;
const WAITS = /\bif\s*\([^()]*(?:paus|stop|hover|focus|hidden|play)/i;

/** Whether a script puts one text or picture of a list after the other into the page, and begins again at its end. */
function rotates(code: string): boolean {
  if (/clear(?:Interval|Timeout)\(/.test(code)) return false;
  for (const { index, 0: head, 1: brace, 2: name, 3: delay } of code.matchAll(EVERY)) {
    const body = brace ? blockFrom(code, index + head.length) : (functionIn(code, name!) ?? '');
    const after = brace ? code.slice(index + head.length + body.length) : '';
    const milliseconds = Number(delay ?? /^\}\s*,\s*(\d+)\s*\)/.exec(after)?.[1] ?? Number.NaN);
    const isSoon = milliseconds <= SLOWEST;
    const isOther = SHOWS_OTHER.test(body) || (SLIDES_IN.test(body) && CHANGES.test(body));
    if (isSoon && runsAtStart(code, index) && NEXT_OF_ALL.test(body) && isOther && !WAITS.test(body)) return true;
  }
  return false;
}

const hasSlides = (page: Page): boolean =>
  page.elements.some((each) => SLIDE.test(`${attributeOf(each, 'class') ?? ''} ${attributeOf(each, 'id') ?? ''}`));

/** Whether a function of any name goes through the slides, and sets the timer for itself. */
const recursesOverSlides = (code: string): boolean =>
  [...code.matchAll(/\bfunction\s+(\w+)\s*\(\)\s*\{/g)].some(({ index, 0: head, 1: name = '' }) => {
    const body = blockFrom(code, index + head.length);
    const again = new RegExp(String.raw`\bsetTimeout\(\s*${name}\s*,\s*\d+\s*\)`).test(body);
    return again && /slide|banner|carousel/i.test(body) && CHANGES.test(body);
  });

/** Milliseconds. */
const SLOWEST = 20_000;

function callsItself(code: string, timer: string): boolean {
  const [, name = ''] = /\(\s*(\w+)\s*,/.exec(timer) ?? [];
  const begin =
    name === '' ? -1 : code.search(new RegExp(String.raw`\bfunction\s+${name}\s*\(|\b${name}\s*=\s*(?:function|\()`));
  return begin !== -1 && begin < code.lastIndexOf(timer);
}

/** A handler may stop the film, and a reference to it lets a script do that. */
const isEndlessFilm = (element: MarkupElement): boolean =>
  isHtml(element, 'video') &&
  ['autoplay', 'loop'].every((name) => typeof element.attributes.get(name) === 'string') &&
  ![...element.attributes.keys()].some((name) => /^(?:controls|ref|#.*|on.*|\(.*|@.*|x-.*)$/.test(name));

const FEWEST_SLIDES = 2;

/** Slides of Bootstrap that go on by themselves. They wait under a pointer, and for nobody else. */
function isSlides(element: MarkupElement): boolean {
  const given = (name: string): string | undefined =>
    attributeOf(element, `data-bs-${name}`) ?? attributeOf(element, `data-${name}`);
  if (given('ride') !== 'carousel' || /^(?:false|0)$/.test(given('interval') ?? '')) return false;
  const slides = [...elementsIn(element)].filter((each) =>
    tokensOf(attributeOf(each, 'class')).some((name) => name === 'carousel-item' || name === 'item'),
  );
  return slides.length >= FEWEST_SLIDES;
}

export const motionRules: Readonly<Record<string, Rule>> = { 'moves-without-pause': movesForEver };
