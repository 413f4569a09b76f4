import {
  type MarkupElement,
  ancestorsOf,
  elementsIn,
  hasUnknownAround,
  hasUnknownInside,
  isHtml,
  tokensOf,
} from '../markup';
import { isEntryPage } from '../rules/entry-page';
import { isForNobody, isNotDisplayed, isTiny } from '../rules/names';
import type { Page } from '../rules/page';
import { isStandIn } from '../rules/stand-ins';

/**
 * Rules about a page as a whole. A part of a page never breaks them for certain, and a template only those that one
 * element decides.
 */
const ABOUT_PAGES = new Set([
  'aria-hidden-body',
  'bypass',
  'document-title',
  'html-has-lang',
  'html-lang-valid',
  'html-xml-lang-mismatch',
  'landmark-one-main',
  'meta-refresh',
  'meta-viewport',
  'meta-viewport-large',
  'page-has-heading-one',
  'region',
]);
/** The rules about pages that one element decides, whatever else is there. */
const ABOUT_ONE_ELEMENT = new Set([
  'aria-hidden-body',
  'html-lang-valid',
  'html-xml-lang-mismatch',
  'html-has-lang',
  'meta-refresh',
  'meta-viewport',
  'meta-viewport-large',
  'document-title',
]);
/** The rules about pages that an entry page breaks until its program fills it in. */
const FILLED_IN = new Set(['document-title', 'landmark-one-main', 'page-has-heading-one', 'bypass', 'region']);
const ABOUT_LANGUAGE = new Set(['html-lang-valid', 'html-xml-lang-mismatch', 'valid-lang']);
/** Rules about the name of one element, which a script may give before it shows the element. */
const ABOUT_NAMES = new Set([
  'label',
  'select-name',
  'aria-input-field-name',
  'aria-toggle-field-name',
  'link-name',
  'button-name',
]);
/** Rules that compare elements. A page has only one of two branches of a template, so that a template breaks none. */
const COMPARING = new Set([
  'accesskeys',
  'duplicate-id-aria',
  'form-field-multiple-labels',
  'frame-title-unique',
  'heading-order',
  'landmark-banner-is-top-level',
  'landmark-contentinfo-is-top-level',
  'landmark-main-is-top-level',
  'landmark-no-duplicate-banner',
  'landmark-no-duplicate-contentinfo',
  'landmark-no-duplicate-main',
  'landmark-unique',
  'skip-link',
]);
/** Rules that elements around decide: by the parent that a role needs, or by the label that names a field. */
const ABOUT_CONTEXT = new Set([
  'aria-required-parent',
  'dlitem',
  'label',
  'listitem',
  'select-name',
  'aria-input-field-name',
  'aria-toggle-field-name',
]);
/** Rules that the element itself or those around it decide, whatever stands in it. */
const WHATEVER_IS_INSIDE = new Set(['html-has-lang', 'listitem', 'dlitem', 'tabindex', 'scope-attr-valid']);
/** A finding stays certain where only these have unknown values: axe-core sees some text in each one's place. */
const HARMLESS = new RegExp(
  '^(?:class|style|src|srcset|sizes|href|target|rel|width|height|key|ref|data-.*|on.*|value|name|placeholder|loading|' +
    'method|action|min|max|step|checked|disabled|required|readonly|selected|download|d|viewbox|fill|[@#(*[:].*|' +
    'v-.*|x-.*|ng-.*)$',
);

/** Whether the file alone says that the element breaks the rule, whatever a program puts into the template. */
export function isCertain(rule: string, element: MarkupElement, page: Page): boolean {
  const { isPage, isTemplate } = page.markup;
  if (element.mayHaveMore || element.opaque) return false;
  if (ABOUT_PAGES.has(rule) && (!isPage || (isTemplate && !ABOUT_ONE_ELEMENT.has(rule)))) return false;
  if (ABOUT_LANGUAGE.has(rule) && isStandIn(element.attributes.get('lang') ?? '')) return false;
  if (ABOUT_NAMES.has(rule) && page.names.isNamedBySheet(element)) return false;
  if (ABOUT_NAMES.has(rule) && (isNotDisplayed(element, page) || isForNobody(element, page))) return false;
  if ((rule === 'image-alt' || rule === 'frame-title') && isTiny(element)) return false;
  if (FILLED_IN.has(rule) && isEntryPage(page.markup)) return false;
  if (COMPARING.has(rule) && (isTemplate || !isPage)) return false;
  if (isTemplate || !isPage) {
    if ([...element.attributes].some(([name, value]) => value === null && !HARMLESS.test(name))) return false;
    if (ABOUT_CONTEXT.has(rule) && isAmongUnknown(element, rule)) return false;
    if (rule === 'list' ? !holdsNoItem(element) : !WHATEVER_IS_INSIDE.has(rule) && hasUnknownInside(element))
      return false;
    if (refersElsewhere(element, page)) return false;
    for (const inner of elementsIn(element)) if (refersElsewhere(inner, page)) return false;
  }
  return true;
}

/** Whether a child of a list is certainly no item of it, whatever else a program puts into the list. */
const holdsNoItem = (list: MarkupElement): boolean =>
  list.children.some(
    (child) =>
      child.kind === 'element' &&
      child.namespace === 'html' &&
      !child.opaque &&
      !child.mayHaveMore &&
      !child.attributes.has('role') &&
      !isHtml(child, 'li', 'script', 'template', 'style', 'noscript'),
  );

/**
 * Whether the file leaves open what decides a rule of `ABOUT_CONTEXT`. The parent alone decides about items of lists,
 * all ancestors about a role. A field has its name from a `label` for its id or one around it, which a component
 * may write.
 */
function isAmongUnknown(element: MarkupElement, rule: string): boolean {
  const { parent } = element;
  // A list may group its terms in a `<div>`, of which the list is in another file.
  if (rule === 'dlitem') return parent?.opaque !== false || (isHtml(parent, 'div') && parent.parent?.opaque !== false);
  if (rule === 'listitem') return parent?.opaque !== false;
  if (rule === 'aria-required-parent') return hasUnknownAround(element);
  if (element.attributes.get('id') === null) return true;
  for (const ancestor of ancestorsOf(element)) if (ancestor.opaque && ancestor.parent !== undefined) return true;
  return false;
}

const REFERENCES = [
  'aria-labelledby',
  'aria-controls',
  'aria-owns',
  'aria-describedby',
  'aria-activedescendant',
  'headers',
];

/** Whether something that it names by an id may be in another file. */
const refersElsewhere = (element: MarkupElement, page: Page): boolean =>
  REFERENCES.some((name) => tokensOf(element.attributes.get(name) ?? undefined).some((id) => !page.markup.ids.has(id)));
