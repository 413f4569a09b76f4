import { type MarkupElement, ancestorsOf, attributeOf, elementsIn, isHtml } from '../markup';
import { explicitRole } from '../semantics/roles';

/** Roles of which screen readers say what is in them, when it comes. */
export const ANNOUNCED: ReadonlySet<string> = new Set([
  'status',
  'alert',
  'log',
  'timer',
  'marquee',
  'progressbar',
  'dialog',
  'alertdialog',
]);

/** @param mayBeOutside whether what uses a component may say of its outermost element that it is announced */
export const isAnnounced = (element: MarkupElement, mayBeOutside = true): boolean =>
  attributeOf(element, 'aria-live')?.trim().toLowerCase() !== 'off' &&
  [element, ...ancestorsOf(element), ...elementsIn(element)].some(
    (each) =>
      (each.mayHaveMore && (mayBeOutside || each.parent?.parent !== undefined)) ||
      each.attributes.has('aria-live') ||
      each.attributes.get('role') === null ||
      ANNOUNCED.has(explicitRole(each) ?? '') ||
      isHtml(each, 'output', 'dialog'),
  );
