import { type MarkupElement, ancestorsOf, elementsIn, hasUnknownInside, isComponent, isHtml, textOf } from '../markup';
import { explicitRole } from '../semantics/roles';
import { type Fault, type Page, tagOf } from './page';

export const isMain = (element: MarkupElement): boolean => isHtml(element, 'main') || explicitRole(element) === 'main';

/** A shorter content is a notice. */
const LEAST_CONTENT = 40;
const plain = (text: string): string => text.replace(/\s+/g, ' ').trim().toLowerCase();

/** A page whose main part is its menu. */
function* menuAsContent(page: Page): Generator<Fault> {
  const { isPage, isTemplate, elements, root } = page.markup;
  if (!isPage || isTemplate || hasUnknownInside(root)) return;
  const mains = elements.filter((each) => isMain(each) && page.exposures.isInTree(each));
  const isInMenu = (each: MarkupElement): boolean => [...ancestorsOf(each)].some((around) => isHtml(around, 'nav'));
  const isOutside = (each: MarkupElement): boolean =>
    ![...ancestorsOf(each)].some((around) => isMain(around) || isHtml(around, ...AROUND, 'aside', 'article'));
  const [main, ...others] = mains;
  if (!main || others.length > 0) return;
  const inside = [...elementsIn(main)];
  const menu = inside.find((each) => isHtml(each, 'nav'));
  const isMenuAlone = inside.every((each) => each === menu || isInMenu(each) || isHtml(each, 'div'));
  if (!menu || !isMenuAlone || plain(textOf(main)) !== plain(textOf(menu))) return;
  const content = elements.find(
    (each) => isHtml(each, 'p') && textOf(each).trim().length > LEAST_CONTENT && isOutside(each),
  );
  if (content) yield { element: main, message: `${tagOf(main)} has the menu alone, and the content stands outside` };
}

/** Parts around the content of a page. */
const AROUND = ['header', 'nav', 'footer'];
/** So many links in a row are a menu. */
const FEWEST_LINKS = 3;

/** The frame of all pages as a component writes it, whose content is in no landmark. */
function* frameWithoutMain(page: Page): Generator<Fault> {
  const { isPage, isTemplate, elements } = page.markup;
  if (isPage || !isTemplate || elements.some((each) => isMain(each) || isHtml(each, 'article', 'section'))) return;
  // A component may be the content itself, or bring it.
  if (page.markup.elements.some((each) => isComponent(each) && !isLink(each))) return;
  const menus = elements.filter((each) => each.parent !== undefined && isMenu(each));
  for (const around of new Set(menus.map((each) => each.parent!))) {
    const parts = around.children.filter((each): each is MarkupElement => each.kind === 'element');
    const isFrame = isHtml(around, 'body') || (parts.some((each) => isHtml(each, 'header')) && parts.some(isFooter));
    const box = isFrame
      ? parts.find((each) => isHtml(each, 'div') && isContent(each) && !menus.includes(each))
      : undefined;
    if (box) yield { element: box, message: `${tagOf(box)} has the content of each page, and is no \`<main>\`` };
  }
}

const isFooter = (element: MarkupElement): boolean => isHtml(element, 'footer');
const isLink = (element: MarkupElement): boolean => /^(?:Nav|Router)?Link$|^(?:Nuxt|router)-?link$/i.test(element.name);

/** Whether a box begins with a heading of the first level, or has a paragraph of its own. */
const isContent = (box: MarkupElement): boolean =>
  box.children.some((each) => each.kind === 'element' && isHtml(each, 'h1', 'p')) ||
  [...elementsIn(box)].some((each) => isHtml(each, 'h1'));

function isMenu(element: MarkupElement): boolean {
  const inside = [element, ...elementsIn(element)];
  const links = inside.filter((each) => isHtml(each, 'a') || isLink(each));
  return links.length >= FEWEST_LINKS || (isHtml(element, ...AROUND) && inside.some((each) => isHtml(each, 'nav')));
}

/** Pages whose content is in no landmark, so that nobody can go there at once. */
export function* contentWithoutLandmark(page: Page): Generator<Fault> {
  yield* menuAsContent(page);
  yield* frameWithoutMain(page);
}
