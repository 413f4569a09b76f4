import { type MarkupElement, attributeOf, elementsIn, isHtml, tokensOf } from '../markup';
import { type Fault, type Page, type Rule, tagOf } from './page';
import { scriptsOf } from './page-scripts';

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
  const moving = page.elements.filter((each) => page.exposures.isSeen(each) && (isEndlessFilm(each) || isSlides(each)));
  if (moving.length === 0 || hasStop(page)) return;
  for (const element of moving) yield { element, message: `${tagOf(element)} moves for ever, and nothing stops it` };
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
