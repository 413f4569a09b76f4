export const number = /\d+$/;
export const boundary = /\w-/;
export const either = /(?:(a)\1|b)/;
export const price = (text) => text.replace(/(\d+)/g, '$1 EUR');
export const empty = /^(?:a|b)?$/;
export const lookahead = /(?=a)\w/;
export const backspace = /\x08/;
