import { type Markup, ancestorsOf, elementsIn, isHtml, textOf } from '../markup';

/** Whether a page holds nothing but a place for what its script makes: `<div id="root"></div>`. */
export function isEntryPage(markup: Markup): boolean {
  const body = markup.elements.find((each) => isHtml(each, 'body'));
  if (!body) return false;
  const inside = [...elementsIn(body)].filter(
    (each) => ![...ancestorsOf(each)].some((outer) => isHtml(outer, 'noscript')),
  );
  return (
    markup.elements.some((each) => isHtml(each, 'script')) &&
    inside.some((each) => isHtml(each, 'div') || each.name.includes('-')) &&
    inside.every((each) => isHtml(each, 'div', 'script', 'noscript', 'style', 'link') || each.name.includes('-')) &&
    inside.every((each) => isHtml(each, 'script', 'style', 'noscript') || textOf(each).trim() === '')
  );
}
