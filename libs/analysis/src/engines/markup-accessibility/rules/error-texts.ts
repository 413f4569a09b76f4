import {
  type MarkupElement,
  ancestorsOf,
  attributeOf,
  elementsIn,
  isComponent,
  isHtml,
  textOf,
  tokensOf,
} from '../markup';
import { inputType } from '../semantics/roles';
import { isNotDisplayed } from './names';
import { type Fault, type Page, type Rule, tagOf } from './page';
import { isOfBrowser } from './messages';

/** Classes of texts that say what is wrong with a field. */
const ERROR = new RegExp(
  String.raw`^(?:[\w-]*[-_])?(?:error|errors|err|invalid-feedback|text-danger|is-danger|validation)` +
    String.raw`(?:[-_]?(?:message|msg|text))?$`,
  'i',
);
/** Classes that only colour a text, which a condition about an error shows. */
const COLOURED = /^(?:text-)?(?:red|danger|destructive)(?:-\d+)?$/i;
const FIELDS = ['input', 'select', 'textarea'];
const NO_TEXT = new Set(['hidden', 'submit', 'button', 'reset', 'image']);
/** Attributes that tell a field, or a reader, of the text. */
const TELLS = ['aria-describedby', 'aria-errormessage', 'aria-invalid', 'aria-live', 'role'];
/** More around a field and its text are no longer about one field. */
const MOST_LEVELS = 2;

/** An error beside a field that comes when the field has been filled in, and of which no reader hears. */
function* errorsApart(page: Page): Generator<Fault> {
  // A server sends the page again with the error in it.
  if (!page.markup.elements.some(isOfBrowser)) return;
  for (const element of page.elements) {
    if (!isHtml(element, 'p', 'span', 'div', 'small') || !isError(element) || !isConditional(element, page)) continue;
    if ([element, ...elementsIn(element)].some((each) => isTold(each) || isHtml(each, ...FIELDS, 'button', 'a')))
      continue;
    if ([...ancestorsOf(element)].some((each) => isTold(each) || isComponent(each))) continue;
    const field = fieldBeside(element);
    if (!field || field.mayHaveMore || isTold(field) || !page.exposures.isSeen(field) || isNotDisplayed(field, page))
      continue;
    yield { element, message: `Readers do not hear of the error beside ${tagOf(field)}` };
    return;
  }
}

function isError(element: MarkupElement): boolean {
  const classes = tokensOf(attributeOf(element, 'class'));
  const condition = element.handlers.get('conditional') ?? attributeOf(element, '*ngif') ?? '';
  return (
    classes.some((name) => ERROR.test(name)) ||
    (/error|invalid/i.test(condition) && (classes.length === 0 || classes.some((name) => COLOURED.test(name))))
  );
}

const isTold = (element: MarkupElement): boolean => TELLS.some((name) => element.attributes.has(name));

/** Whether a directive decides that the text is there, or an expression or a block around it. */
const isConditional = (element: MarkupElement, { markup }: Page): boolean =>
  element.handlers.has('conditional') ||
  DIRECTIVES.some((name) => element.attributes.has(name)) ||
  (!markup.isPage && isBesideUnknown(element));

const DIRECTIVES = ['*ngif', 'ng-if', 'v-if', 'v-show', 'x-show'];

/** Expressions and blocks leave something unknown beside what they show. */
function isBesideUnknown(element: MarkupElement): boolean {
  const siblings = element.parent?.children.filter((each) => each.kind === 'element' || each.text?.trim() !== '') ?? [];
  const at = siblings.indexOf(element);
  return [siblings[at - 1], siblings[at + 1]].some((each) => each?.kind === 'text' && each.text === null);
}

/** The only field in what is around a text. */
function fieldBeside(element: MarkupElement): MarkupElement | undefined {
  for (const around of [...ancestorsOf(element)].slice(0, MOST_LEVELS)) {
    if (around.parent === undefined) return undefined;
    const inside = [...elementsIn(around)];
    const fields = inside.filter(
      (each) => isHtml(each, ...FIELDS) && !(isHtml(each, 'input') && NO_TEXT.has(inputType(each))),
    );
    if (fields.length > 0) return fields.length === 1 && !inside.some(isComponent) ? fields[0] : undefined;
  }
  return undefined;
}

const MARKED = /^(?:is-invalid|has-error|invalid|error|input-error|is-danger)$/i;

/** A field that the page shows as wrong, with a text beside it that says what is, which nothing ties to the field. */
function* errorsBeside(page: Page): Generator<Fault> {
  if (!page.markup.isPage || page.markup.isTemplate) return;
  for (const field of page.inTree()) {
    if (!isHtml(field, ...FIELDS) || (isHtml(field, 'input') && NO_TEXT.has(inputType(field)))) continue;
    const isWrong =
      attributeOf(field, 'aria-invalid') === 'true' ||
      tokensOf(attributeOf(field, 'class')).some((name) => MARKED.test(name));
    if (!isWrong || ['aria-describedby', 'aria-errormessage'].some((name) => field.attributes.has(name))) continue;
    const siblings = field.parent?.children.filter((each) => each.kind === 'element') ?? [];
    const text = siblings[siblings.indexOf(field) + 1];
    if (text?.kind !== 'element' || !isHtml(text, 'p', 'span', 'div', 'small') || !isError(text) || isTold(text))
      continue;
    const isPart = page.names.labelsOf(field).some((label) => [...elementsIn(label)].includes(text));
    const isListed = [...ancestorsOf(text)].some(isTold);
    if (isPart || isListed || textOf(text).trim() === '' || !page.exposures.isSeen(text)) continue;
    yield { element: field, message: `Nothing ties ${tagOf(field)} to the text that says what is wrong with it` };
  }
}

export const errorTextRules: Readonly<Record<string, Rule>> = {
  'error-unannounced': function* (page) {
    yield* errorsApart(page);
    yield* errorsBeside(page);
  },
};
