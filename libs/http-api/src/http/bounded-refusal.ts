import type { Refusal } from '@assay/kernel';

const LONGEST_MESSAGE = 1_000;
const MOST_DETAILS = 10;
const LONGEST_FIELD = 100;
const LONGEST_DETAIL = 300;

/**
 * A refusal as it is answered: it quotes a little of what was sent, however much that was. It has the first ones of a
 * list of problems, and says how many more there are.
 */
export function bounded({ code, message, details }: Refusal): Refusal {
  const short = { code, message: shortened(message, LONGEST_MESSAGE) };
  if (details === undefined) return short;
  if (!Array.isArray(details)) return { ...short, details };
  const shown = details.slice(0, MOST_DETAILS).map(boundedDetail);
  const hidden = details.length - shown.length;
  return {
    ...short,
    details: hidden === 0 ? shown : [...shown, { field: '', message: `and ${hidden} more problems` }],
  };
}

const boundedDetail = (detail: { readonly field: string; readonly message: string }) => ({
  ...detail,
  field: shortened(detail.field, LONGEST_FIELD),
  message: shortened(detail.message, LONGEST_DETAIL),
});

/** Whole characters: half of one would be no text. */
export const shortened = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')}…`;
