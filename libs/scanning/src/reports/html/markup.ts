import { escapeHtml } from '@assay/kernel';

/** Text of the target is hostile. All of it is escaped here before it reaches the page. */
export const escaped = (text: string | number): string =>
  escapeHtml(String(text))
    // Lone surrogates and NUL are not text: the replacement character stands for each.
    .replace(/\p{Surrogate}|\0/gu, '\ufffd');

/** `1 finding`, `1,204 findings`. */
export const counted = (count: number, noun: string): string => `${thousands(count)} ${noun}${count === 1 ? '' : 's'}`;

/** `1,204`, the same on every machine. */
export const thousands = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');

/** A link to a page of the catalogue's or the engine's makers; plain text if the address is not valid. */
export const link = (url: string, text: string): string =>
  url.startsWith('https://') ? `<a href="${escaped(url)}" rel="noreferrer">${escaped(text)}</a>` : escaped(text);
