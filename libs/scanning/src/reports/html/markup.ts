import { escapeHtml } from '@assay/kernel';

/** What was analysed is hostile. None of it reaches the page except through here. */
export const escaped = (text: string | number): string =>
  escapeHtml(String(text))
    // Half a surrogate pair and a NUL are no text: the replacement character stands for each.
    .replace(/\p{Surrogate}|\0/gu, '\ufffd');

/** `1 finding`, `1,204 findings`. */
export const counted = (count: number, noun: string): string => `${thousands(count)} ${noun}${count === 1 ? '' : 's'}`;

/** `1,204`, the same on every machine. */
export const thousands = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');

/** A link to a page of the catalogue's or the engine's makers; plain text if the address is not valid. */
export const link = (url: string, text: string): string =>
  url.startsWith('https://') ? `<a href="${escaped(url)}" rel="noreferrer">${escaped(text)}</a>` : escaped(text);
