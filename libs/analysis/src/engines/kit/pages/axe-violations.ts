import type { ToolDefinition } from '../../../catalogue/tool';
import type { RawFinding } from '../../engine';
import type { SeenPage } from './observed-parts';
import { type Fields, amountOf, listOf, textOf, wholeListOf } from './record-fields';

interface Violation {
  readonly rule: string;
  readonly help: string;
  readonly elements: readonly { readonly html: string; readonly selector: string }[];
  readonly more: number;
}

/** So many elements of one rule are enough to see the pattern. */
const MAX_VIOLATIONS = 500;
const MAX_ELEMENTS = 100;
const MAX_SELECTOR = 300;

export const readViolations = (axe: Fields): readonly Violation[] =>
  wholeListOf(axe, 'violations', MAX_VIOLATIONS, (violation) => {
    const { entries, more } = listOf(violation, 'elements', MAX_ELEMENTS, elementOf);
    return {
      rule: textOf(violation, 'rule'),
      help: textOf(violation, 'help', 500),
      elements: entries,
      more: more + amountOf(violation, 'more'),
    };
  });

export const elementOf = (element: Fields) => ({
  html: textOf(element, 'html'),
  selector: textOf(element, 'selector', MAX_SELECTOR),
});

/** Makes one finding per element. The last one of a rule tells how many more are not listed. */
export const judgeViolations = (
  pages: readonly SeenPage<readonly Violation[]>[],
  { rules }: ToolDefinition,
): RawFinding[] =>
  pages.flatMap(({ file, url, part }) =>
    part
      .filter(({ rule }) => Object.hasOwn(rules, rule))
      .flatMap(({ rule, help, elements, more }) => {
        const about = { file, place: url, rule };
        if (elements.length === 0) return [{ ...about, message: `${help}${unlisted(more)}` }];
        return elements.map(({ html, selector }, index) => ({
          ...about,
          ...(html !== '' && { excerpt: html }),
          message: `${help}: ${selector}${index + 1 === elements.length ? unlisted(more) : ''}`,
        }));
      }),
  );

export const unlisted = (more: number): string => (more === 0 ? '' : ` (and ${more} more on this page, not listed)`);
