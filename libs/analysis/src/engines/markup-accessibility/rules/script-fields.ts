import { type MarkupElement, ancestorsOf, attributeOf, isHtml, textOf, tokensOf } from '../markup';
import { bodyAt } from './clicked-by-scripts';
import { BY_ID, assignedIn, keptIn, scriptsById } from './page-scripts';
import type { Page } from './page';

/** Code that a page runs when a field changes, with the field. */
export interface ScriptedChange {
  readonly element: MarkupElement;
  readonly code: string;
}

const HEARS =
  String.raw`\s*\.\s*(?:(?:addEventListener|on|bind)\(\s*['"](?:change|input|keyup)['"]\s*,|` +
  String.raw`on(?:change|input|keyup)\s*=(?!=)|(?:change|keyup)\(\s*(?=function|\(|\w+\s*=>))`;
/** A handler that is longer does more than send its field. */
const LONGEST_HANDLER = 240;

/** The listeners that scripts of a page add to its fields, which they find by their ids. */
export function* scriptedChanges(page: Page): Generator<ScriptedChange> {
  for (const [, code] of scriptsById(page)) {
    const kept = keptIn(code);
    const heard = new RegExp(String.raw`(?:${BY_ID}|\b(\w+))${HEARS}`, 'g');
    for (const { 0: all, 1: id, 2: name, index } of code.matchAll(heard)) {
      const element = page.markup.ids.get(id ?? kept.get(name ?? '') ?? name ?? '')?.[0];
      if (!element || !isHtml(element, 'input', 'select', 'textarea', 'form')) continue;
      const begin = index + all.length;
      const after = bodyAt(code, begin + /^\s*/.exec(code.slice(begin))![0].length) || code.slice(begin);
      yield { element, code: after.slice(0, LONGEST_HANDLER).split(/\n\s{0,2}\}\)/)[0]! };
    }
  }
}

const WARNS = new RegExp(
  String.raw`\b(?:at once|automatically|by (?:it|them)sel(?:f|ves)|as soon as|immediately|straight away|` +
    String.raw`(?:is|are|will be) (?:sent|submitted|opened|shown|loaded(?: anew)?) (?:when|once|after) you|` +
    String.raw`(?:is|are|will be) (?:sent|submitted|opened|shown))\b`,
  'i',
);

/** Whether the words around a field say beforehand that the page continues by itself. */
export function isAnnounced(element: MarkupElement): boolean {
  const form = [...ancestorsOf(element)].find((around) => isHtml(around, 'form', 'fieldset', 'section'));
  const block = [...ancestorsOf(element)].find((around) => isHtml(around, 'p', 'div', 'li', 'td'));
  const around = form ?? block ?? element.parent ?? element;
  const siblings = around.parent?.children.filter((each) => each.kind === 'element') ?? [];
  const before = siblings[siblings.indexOf(around) - 1];
  const said = before?.kind === 'element' && isHtml(before, 'p', 'div', 'span', 'small') ? textOf(before) : '';
  return WARNS.test(`${said} ${textOf(around)}`);
}

/** Texts that scripts put into the messages of fields that they mark as wrong, with the fields. */
export function* scriptedErrors(page: Page): Generator<{ readonly element: MarkupElement; readonly text: string }> {
  for (const [, code] of scriptsById(page)) {
    if (!/aria-invalid|ariaInvalid/.test(code)) continue;
    for (const property of ['textContent', 'innerText', 'innerHTML'])
      for (const { id, value } of assignedIn(code, property)) {
        const text = /^(['"`])([^'"`]*)\1\s*$/.exec(value.trim())?.[2]?.trim() ?? '';
        const field = page.elements.find((each) =>
          ['aria-describedby', 'aria-errormessage'].some((name) => tokensOf(attributeOf(each, name)).includes(id)),
        );
        if (field && text !== '') yield { element: field, text };
      }
  }
}
