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
import { isOfBrowser } from './handlers';
import { scriptsOf } from './page-scripts';
import { conditionAround } from './state-messages';

/** Classes of texts that say what is wrong with a field. */
const ERROR = new RegExp(
  String.raw`^(?:[\w-]*[-_])?(?:error|errors|err|invalid-feedback|text-danger|is-danger|validation)` +
    String.raw`(?:[-_]?(?:message|msg|text))?$`,
  'i',
);
const TEXTS = ['p', 'span', 'div', 'small', 'em', 'strong', 'b'];
const FIELDS = ['input', 'select', 'textarea'];
const NO_TEXT = new Set(['hidden', 'submit', 'button', 'reset', 'image']);
/** Attributes that tell a field, or a reader, of the text. */
const TELLS = ['aria-describedby', 'aria-errormessage', 'aria-invalid', 'aria-live', 'role'];
/** More around a field and its text are no longer about one field. */
const MOST_LEVELS = 2;

/** An error beside a field that comes when the field has been filled in, and of which no reader hears. */
function* errorsApart(page: Page): Generator<Fault> {
  // A server sends the page again with the error in it.
  if (!page.markup.root.handlers.has('file') && !page.markup.elements.some(isOfBrowser)) return;
  for (const element of page.elements) {
    if (!isHtml(element, ...TEXTS) || !isError(element) || !isConditional(element, page)) continue;
    if ([element, ...elementsIn(element)].some((each) => isTold(each) || isHtml(each, ...FIELDS, 'button', 'a')))
      continue;
    if ([...ancestorsOf(element)].some((each) => isTold(each) || mayTie(each))) continue;
    const field = fieldBeside(element);
    if (!field || field.mayHaveMore || isTold(field) || !page.exposures.isSeen(field) || isNotDisplayed(field, page))
      continue;
    yield { element, message: `Readers do not hear of the error beside ${tagOf(field)}` };
    return;
  }
}

function isError(element: MarkupElement): boolean {
  const classes = tokensOf(attributeOf(element, 'class'));
  return classes.some((name) => ERROR.test(name)) || IS_WRONG.test(conditionAround(element) ?? '');
}

/** A condition that holds if something is wrong: `errors.email`, `!isValid && touched`. */
const IS_WRONG = new RegExp(
  String.raw`(?<!!\s*\(?\s*(?:[\w$]+\??\.)*)\b` +
    String.raw`(?:\w*[eE]rrors?|\w*[iI]nvalid\w*|\w*[wW]rong\w*|err|(?:is|has)?[bB]ad)\b|` +
    String.raw`!\s*(?:\w+\.)*(?:\w*(?:[vV]alid|O[kK])|ok)\b`,
);

/** Components, by their names, that may tie a text to the field beside it, or announce it. */
const TIES = /field|control|item|group|label|alert|live|message|error|valid/i;
const mayTie = (element: MarkupElement): boolean => isComponent(element) && TIES.test(element.name);

const isTold = (element: MarkupElement): boolean => TELLS.some((name) => element.attributes.has(name));

/** Whether a directive decides that the text is there, or an expression or a block around it. */
const isConditional = (element: MarkupElement, { markup }: Page): boolean =>
  element.handlers.has('conditional') ||
  (!markup.isPage && element.handlers.has('sometimes')) ||
  DIRECTIVES.some((name) => element.attributes.has(name)) ||
  (!markup.isPage && isBesideUnknown(element));

const DIRECTIVES = ['*ngif', 'ng-if', 'ng-show', 'v-if', 'v-show', 'x-show', 'x-if'];

/** Expressions and blocks leave something unknown beside what they show. */
function isBesideUnknown(element: MarkupElement): boolean {
  const siblings = element.parent?.children.filter((each) => each.kind === 'element' || each.text?.trim() !== '') ?? [];
  const at = siblings.indexOf(element);
  return [siblings[at - 1], siblings[at + 1]].some((each) => each?.kind === 'text' && each.text === null);
}

/** The only field in what is around a text. */
function fieldBeside(element: MarkupElement): MarkupElement | undefined {
  for (const around of [...ancestorsOf(element)].slice(0, MOST_LEVELS)) {
    const inside = [...elementsIn(around)];
    const fields = inside.filter(
      (each) => isHtml(each, ...FIELDS) && !(isHtml(each, 'input') && NO_TEXT.has(inputType(each))),
    );
    if (fields.length > 0) return fields.length === 1 && !inside.some(isComponent) ? fields[0] : undefined;
  }
  return undefined;
}

/** Classes of a group that say that the field in it is filled in wrongly. */
const MARKED_GROUP = /^(?:[\w-]*[-_])?(?:has-error|has-danger|is-invalid|error|invalid)$/i;

/** Whether the box around a field alone is marked as wrong. */
function isInMarkedGroup(field: MarkupElement): boolean {
  const around = field.parent;
  return (
    around !== undefined &&
    tokensOf(attributeOf(around, 'class')).some((name) => MARKED_GROUP.test(name)) &&
    [...elementsIn(around)].filter((each) => isHtml(each, ...FIELDS)).length === 1
  );
}

const MARKED = /^(?:is-invalid|has-error|invalid|error|input-error|is-danger)$/i;

/** A field that the page shows as wrong, with a text beside it that says what is, which nothing ties to the field. */
function* errorsBeside(page: Page): Generator<Fault> {
  if (!page.markup.isPage || page.markup.isTemplate) return;
  for (const field of page.inTree()) {
    if (!isHtml(field, ...FIELDS) || (isHtml(field, 'input') && NO_TEXT.has(inputType(field)))) continue;
    const isWrong =
      attributeOf(field, 'aria-invalid') === 'true' ||
      tokensOf(attributeOf(field, 'class')).some((name) => MARKED.test(name)) ||
      isInMarkedGroup(field);
    if (!isWrong || ['aria-describedby', 'aria-errormessage'].some((name) => field.attributes.has(name))) continue;
    const siblings = field.parent?.children.filter((each) => each.kind === 'element') ?? [];
    const text = siblings[siblings.indexOf(field) + 1];
    if (text?.kind !== 'element' || !isHtml(text, ...TEXTS) || isTold(text)) continue;
    if ([...elementsIn(text)].some((each) => isHtml(each, ...FIELDS, 'button', 'label'))) continue;
    const isPart = page.names.labelsOf(field).some((label) => [...elementsIn(label)].includes(text));
    const isListed = [...ancestorsOf(text)].some(isTold);
    if (isPart || isListed || textOf(text).trim() === '' || !page.exposures.isSeen(text)) continue;
    yield { element: field, message: `Nothing ties ${tagOf(field)} to the text that says what is wrong with it` };
  }
}

const MARKS = new RegExp(
  String.raw`\bclassList\.(?:add|toggle)\(\s*['"](?:[\w-]*[-_])?(?:error|invalid|wrong|bad|danger|red)\b|` +
    String.raw`\.className\s*\+?=\s*['"] ?(?:[\w-]*[-_])?(?:error|invalid|wrong|bad|danger|red)\b|` +
    String.raw`\.addClass\(\s*['"](?:[\w-]*[-_])?(?:error|invalid|wrong|bad|danger|red)\b|` +
    String.raw`\.style\.(?:border|borderColor|outline|background|backgroundColor)\s*=\s*` +
    String.raw`['"][^'"]*(?:red|crimson|#[cdef]\w*)\b|` +
    String.raw`\.css\(\s*['"](?:border|background)(?:-color)?['"]\s*,\s*['"][^'"]*(?:red|#[cdef])`,
);
const CHECKS =
  /['"](?:submit|blur|change|input|focusout)['"]|\bon(?:submit|blur|change|input)\s*=|\.(?:submit|blur|change)\(/;
/** Code that may say what is wrong in words. */
const SAYS = new RegExp(
  String.raw`textContent|innerText|innerHTML|insertAdjacent|append|alert\(|` +
    String.raw`\.(?:text|html|after|before|show|fadeIn|slideDown)\(|` +
    String.raw`setCustomValidity|reportValidity|aria-?invalid|\.hidden\s*=|` +
    String.raw`\.style\.(?:display|visibility)|createElement|` +
    String.raw`classList\.(?:remove|toggle)\(\s*['"](?:hidden|d-none|hide)|removeAttribute|toast|message|modal`,
  'i',
);

/** A script that marks a field as wrong by its looks alone. */
function* markedByScripts(page: Page): Generator<Fault> {
  if (!page.markup.isPage || page.markup.isTemplate) return;
  const scripts = scriptsOf(page);
  if (scripts.some(([, code]) => SAYS.test(code))) return;
  for (const [, code] of scripts) {
    if (!MARKS.test(code) || !CHECKS.test(code)) continue;
    const field = page.elements.find(
      (each) =>
        isHtml(each, ...FIELDS) &&
        !NO_TEXT.has(inputType(each)) &&
        !isTold(each) &&
        [attributeOf(each, 'id'), attributeOf(each, 'name')].some(
          (name) => name !== undefined && name !== '' && code.includes(name),
        ),
    );
    if (field) yield { element: field, message: `Only its looks say that ${tagOf(field)} is filled in wrongly` };
    return;
  }
}

export const errorTextRules: Readonly<Record<string, Rule>> = {
  'error-unannounced': function* (page) {
    yield* errorsApart(page);
    yield* errorsBeside(page);
    yield* markedByScripts(page);
  },
};
