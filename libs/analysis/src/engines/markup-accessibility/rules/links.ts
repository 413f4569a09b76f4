import { type MarkupElement, ancestorsOf, attributeOf, hasUnknownText, isHtml, textOf } from '../markup';
import { isKindOf } from '../semantics/roles';
import { type Fault, type Page, type Rule } from './page';

const BLOCKS = ['p', 'li', 'td', 'th', 'dd', 'dt', 'figcaption', 'blockquote'];

const blockOf = (element: MarkupElement): MarkupElement | undefined => {
  for (const ancestor of ancestorsOf(element)) {
    if (ancestor.opaque || ancestor.mayHaveMore) return undefined;
    if (isHtml(ancestor, ...BLOCKS)) return ancestor;
  }
  return undefined;
};

/** The normalized target of a link, so that two spellings of one address compare equal. */
const addressOf = (href: string): string =>
  href
    .trim()
    .replace(/\/(?:index\.html?)?(?=$|[?#])/i, '')
    .replace(/^https?:\/\//i, '//');

/** Several links of one name in one paragraph, item or cell, which lead elsewhere: nothing tells them apart. */
function* sameNames(page: Page): Generator<Fault> {
  const seen = new Map<string, { readonly address: string; readonly element: MarkupElement }>();
  const blocks = new Map<MarkupElement, number>();
  for (const element of page.inTree()) {
    if (!isKindOf(page.roleOf(element), 'link')) continue;
    const block = blockOf(element);
    const name = page.names.of(element);
    const href = attributeOf(element, 'href');
    if (!block || !name || href === undefined || element.attributes.has('aria-describedby')) continue;
    if (!blocks.has(block)) blocks.set(block, blocks.size);
    const key = `${blocks.get(block)}\0${name.toLowerCase()}`;
    const first = seen.get(key);
    if (!first) seen.set(key, { address: addressOf(href), element });
    else if (first.address !== addressOf(href))
      yield { element, message: `Another link beside it is called "${name.slice(0, 60)}", too, and leads elsewhere` };
  }
}

const VAGUE =
  /^(?:click here|here|more|read more|learn more|link|this|details|go|see more|click|more info(?:rmation)?)[.…»›>!]*$/i;

/** A link that says nothing by itself, where nothing around it says more. */
function* vagueNames(page: Page): Generator<Fault> {
  for (const element of page.inTree()) {
    if (
      !isKindOf(page.roleOf(element), 'link') ||
      element.attributes.has('aria-describedby') ||
      element.attributes.has('title')
    )
      continue;
    const name = page.names.of(element);
    if (!name || !VAGUE.test(name)) continue;
    const around = contextOf(element);
    if (
      around !== undefined &&
      around.replace(/\s+/g, ' ').trim().toLowerCase() === textOf(element).replace(/\s+/g, ' ').trim().toLowerCase()
    )
      yield { element, message: `The link is called "${name}", and nothing around it says where it leads` };
  }
}

/** A paragraph that is nothing but a link, and could not be less of one. An item of a menu may be called so. */
const SAYS_NOTHING = /^\s*(?:click\s+here|here|read\s+more|learn\s+more|see\s+more)[.…»›>!]*\s*$/i;

/** The text of the paragraph, item or cell of a link, or of the section that it stands in; undefined if not known. */
function contextOf(element: MarkupElement): string | undefined {
  let block: string | undefined;
  for (const ancestor of ancestorsOf(element)) {
    if (ancestor.opaque || ancestor.mayHaveMore) return undefined;
    if (isHtml(ancestor, 'body', 'main')) return SAYS_NOTHING.test(block ?? '') ? block : undefined;
    if (hasUnknownText(ancestor)) return undefined;
    if (isHtml(ancestor, ...BLOCKS, 'article', 'section')) {
      const text = textOf(ancestor);
      if (text.replace(/\s+/g, ' ').trim() !== textOf(element).replace(/\s+/g, ' ').trim()) return text;
      if (isHtml(ancestor, 'article', 'section')) return text;
      if (isHtml(ancestor, 'p')) block = text;
    }
  }
  return undefined;
}

export const linkRules: Readonly<Record<string, Rule>> = {
  'link-name-twice': sameNames,
  'link-name-vague': vagueNames,
};
