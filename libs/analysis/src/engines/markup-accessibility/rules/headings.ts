import {
  type MarkupElement,
  HEADINGS,
  ancestorsOf,
  elementsIn,
  hasUnknownInside,
  isHtml,
  onOneLine,
  textOf,
  textOnOneLine,
} from '../markup';
import { languagesOf, wordsIn } from './languages';
import type { Fault, Page, Rule } from './page';
import { scriptsOf } from './page-scripts';
import { nextBeside } from './sections';
import { otherSubjectOf } from './subjects';

/** Parts of a page that have their own headings, and repeat those of others. */
const APART = ['article', 'li', 'td', 'section', 'template', 'dialog'];

/** Headings that leave somebody who goes from one to the next without any difference: of one text, in a row. */
function* sameHeadings(page: Page): Generator<Fault> {
  if (page.markup.isTemplate || !page.markup.isPage) return;
  const headings = [...page.inTree()].filter((each) => isHtml(each, ...HEADINGS) && !hasUnknownInside(each));
  for (const [index, heading] of headings.entries()) {
    const [before, first] = [headings[index - 1], headings[index - 2]];
    if (!before || !first || [before, first].some((each) => each.parent !== heading.parent)) continue;
    const isSame = [before, first].every(
      (each) => each.name === heading.name && textOnOneLine(each) === textOnOneLine(heading),
    );
    if (!isSame || textOnOneLine(heading) === '' || isHtml(heading.parent!, ...APART)) continue;
    if (
      headings[index - 3]?.parent === heading.parent &&
      textOnOneLine(headings[index - 3]!) === textOnOneLine(heading)
    )
      continue;
    yield { element: heading, message: `Three headings in a row are called "${textOnOneLine(heading).slice(0, 60)}"` };
  }
}

/** Words that stand for a heading, whatever page or component has them. */
const STANDS_FOR_HEADING = [
  String.raw`(?:your|section|sub|page|main|card|block|article)[ -]?(?:heading|title|headline)`,
  String.raw`(?:heading|title|headline)(?: text)? (?:goes )?here`,
  String.raw`(?:add|enter|insert|write|type) (?:your|a|the)? ?(?:heading|title|headline)(?: (?:text )?here)?`,
  String.raw`new (?:heading|section|title|page|block)|lorem ipsum.*`,
];
/** Words that say nothing as the heading of a page, and that a sample of a library may show in a component. */
const SAYS_NO_HEADING = [
  String.raw`(?:sub)?heading|headline|untitled(?: section)?|überschrift|titre|título|encabezado`,
  String.raw`section|placeholder|subtitle|some (?:heading|title|text)`,
  String.raw`h[1-6](?: heading)?|heading level|(?:first|second|third) (?:heading|title)`,
  String.raw`click here|read more|learn more|to ?do|tbd|fixme|tba|asdf\w*|x{3,}|bla(?: ?bla)*|[-._*?…]+`,
];
const NUMBERED = String.raw`(?:\s*#?\d+)?[:.]?`;
const wordingOf = (...forms: readonly string[]): RegExp => new RegExp(`^(?:${forms.join('|')})${NUMBERED}$`, 'i');
const STANDS = wordingOf(...STANDS_FOR_HEADING);
const SAYS_NOTHING = wordingOf(...SAYS_NO_HEADING);

interface Section {
  readonly heading: MarkupElement;
  readonly name: string;
  /** The text below the heading, up to the next one. */
  readonly text: string;
}

const isHeadingOf = (page: Page, element: MarkupElement): boolean =>
  element.namespace === 'html' && page.roleOf(element) === 'heading';

/** The sections of a page whose heading and text the file has as a whole. */
function* sectionsOf(page: Page): Generator<Section> {
  for (const heading of page.inTree()) {
    if (!isHeadingOf(page, heading) || hasUnknownInside(heading)) continue;
    const name = page.names.of(heading);
    const text = name ? textBelow(heading, page) : undefined;
    if (name && text !== undefined) yield { heading, name, text };
  }
}

/** The text beside a heading, up to the next one; undefined if a program puts something there. */
function textBelow(heading: MarkupElement, page: Page): string | undefined {
  const own = heading.parent;
  const isWrapped = own && isHtml(own, 'header', 'hgroup') && nextBeside(heading) === undefined;
  const first = isWrapped ? own : heading;
  const siblings = first.parent?.children ?? [];
  const parts: string[] = [];
  for (const node of siblings.slice(siblings.indexOf(first) + 1)) {
    if (node.kind === 'text') {
      if (node.text === null) return undefined;
      parts.push(node.text);
      continue;
    }
    const holdsHeading = [node, ...elementsIn(node)].some((each) => isHeadingOf(page, each));
    if (holdsHeading || isHtml(node, 'footer', 'script', 'style', 'template')) break;
    if (node.opaque || hasUnknownInside(node)) return undefined;
    parts.push(textOf(node));
  }
  return onOneLine(parts.join(' '));
}

const LEAST_TEXT = 12;

/** Texts of samples, which have headings about headings. */
const OF_SAMPLES = new RegExp(
  String.raw`\b(?:lorem|headings?|titles?|headers?|cards?|components?|texts?|paragraphs?|sections?|samples?|` +
    String.raw`examples?|demo|placeholder|slots?)\b`,
  'i',
);
/** Headings of numbers are those of a law or a contract, where one of them has further words. */
const ONLY_NUMBERED = /^(?:section|topic|item|block|part)\s*#?(?:\d{1,2}|one|two|three)$/i;

const MOST_OF_STYLES = 3;

const OF_FILLER =
  /lorem ipsum|\b(?:normcore|kombucha|selvage|mumblecore|umami|gastropub|taiyaki|shaman|zombie ipsum|bacon ipsum)\b/i;

/** Whether a text is in the Latin, or the nonsense, that stands for texts to come. */
const isFiller = (text: string): boolean => OF_FILLER.test(text) || languagesOf(wordsIn(text))[0]!.language === 'la';

/** A heading that only says that it is one, above a text that is about something. */
function* headingsOfTemplates(page: Page): Generator<Fault> {
  const all = [...sectionsOf(page)];
  // A page of styles has a heading of each level.
  if (all.filter(({ name }) => /^h(?:eading )?\d$/i.test(name)).length > MOST_OF_STYLES) return;
  const sections = all.filter(({ text }) => text.length > LEAST_TEXT && !isFiller(text));
  const numbered = sections.filter(({ name }) => ONLY_NUMBERED.test(name));
  const isWhole = page.markup.isPage && !page.markup.isTemplate;
  for (const { heading, name, text } of sections) {
    const isOnlyNumbered = isWhole && numbered.length > 1 && ONLY_NUMBERED.test(name) && !OF_SAMPLES.test(text);
    if (isOnlyNumbered || STANDS.test(name) || (SAYS_NOTHING.test(name) && (isWhole || !OF_SAMPLES.test(text))))
      yield { element: heading, message: `The heading "${name}" does not say what its section is about` };
  }
}

/**
 * Two sections beside one another of one heading, each with a text of its own: mostly one was copied from the other.
 */
function* copiedHeadings(page: Page): Generator<Fault> {
  if (page.markup.isTemplate || !page.markup.isPage || scriptsOf(page).length > 0) return;
  const headings = [...page.inTree()].filter((each) => isHtml(each, ...HEADINGS) && !hasUnknownInside(each));
  for (const [index, heading] of headings.entries()) {
    const before = headings[index - 1];
    if (before?.parent !== heading.parent || before?.name !== heading.name || isHtml(heading.parent!, ...APART))
      continue;
    if (textOnOneLine(heading) === '' || textOnOneLine(heading) !== textOnOneLine(before)) continue;
    const isThird = [headings[index - 2], headings[index + 1]].some(
      (each) => each && textOnOneLine(each) === textOnOneLine(heading),
    );
    const texts = [before, heading].map((each) => nextBeside(each));
    const isText = texts.every(
      (each) => each?.kind === 'element' && isHtml(each, 'p') && textOnOneLine(each).length > LEAST_TEXT,
    );
    const [one, other] = texts;
    if (
      isThird ||
      !isText ||
      (one?.kind === 'element' && other?.kind === 'element' && textOnOneLine(one) === textOnOneLine(other))
    )
      continue;
    yield {
      element: heading,
      message: `The section before this one is called "${textOnOneLine(heading).slice(0, 60)}", too`,
    };
  }
}

const [LEAST_OF_SUBJECT, MOST_OF_SUBJECT] = [40, 1_000];

/** A heading of one thing, above a text that is about another one and says nothing of the first. */
function* headingsOfOthers(page: Page): Generator<Fault> {
  for (const { heading, name, text } of sectionsOf(page)) {
    if (text.length < LEAST_OF_SUBJECT || text.length > MOST_OF_SUBJECT || isOfNavigation(heading, page)) continue;
    if (isFiller(text)) continue;
    if (otherSubjectOf(name, text) !== undefined)
      yield { element: heading, message: `The text below "${name}" is about something else` };
  }
}

/** Whether a heading stands above links to other things, such as those of a menu. */
const isOfNavigation = (heading: MarkupElement, page: Page): boolean =>
  [...ancestorsOf(heading)].some((each) =>
    ['navigation', 'banner', 'contentinfo', 'complementary'].includes(page.roleOf(each) ?? ''),
  );

const LEAST_LETTERS = 4;
const stemsIn = (text: string): readonly string[] =>
  (text.toLowerCase().match(/\p{L}{4,}/gu) ?? []).map((word) => word.slice(0, LEAST_LETTERS));

/** Two sections beside one another of which each has the words of the other's heading, and none of its own. */
function* exchangedHeadings(page: Page): Generator<Fault> {
  if (page.markup.isTemplate) return;
  const sections = [...sectionsOf(page)].map((section) => ({
    ...section,
    named: stemsIn(section.name),
    said: new Set(stemsIn(section.text)),
  }));
  for (const [index, one] of sections.entries()) {
    const other = sections[index + 1];
    if (
      !other ||
      other.heading.name !== one.heading.name ||
      other.heading.parent?.parent !== one.heading.parent?.parent
    )
      continue;
    const names = (named: readonly string[], said: ReadonlySet<string>): boolean =>
      named.some((stem) => said.has(stem));
    if (isOfNavigation(one.heading, page)) continue;
    if (names(one.named, one.said) || names(other.named, other.said)) continue;
    if (names(one.named, other.said) && names(other.named, one.said))
      yield { element: one.heading, message: `The text of "${other.name}" stands below "${one.name}"` };
  }
}

export const headingRules: Readonly<Record<string, Rule>> = {
  'heading-thrice': function* (page) {
    yield* sameHeadings(page);
    yield* copiedHeadings(page);
    yield* headingsOfTemplates(page);
    const told = new Set<MarkupElement>();
    for (const fault of [...headingsOfOthers(page), ...exchangedHeadings(page)]) {
      if (!told.has(fault.element)) yield fault;
      told.add(fault.element);
    }
  },
};
