const TEXT_OR_COMMENT =
  /"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|"(?:[^"\\\n]|\\[\s\S])*"?|'(?:[^'\\\n]|\\[\s\S])*'?|#.*/g;
const INNERMOST = /[([{][^()[\]{}]*[)\]}]/g;

/** No letter and no space, so that nothing is taken for a word or joined by it. */
const BLANK = '·';

const blank = (found: string): string => BLANK.repeat(found.length);

/** Code of Python without its texts and comments, and of the same length. */
export const withoutTexts = (code: string): string => code.replace(TEXT_OR_COMMENT, blank);

/** The code outside of all brackets, texts and comments, with each word at its place. */
export function outermost(code: string): string {
  let masked = withoutTexts(code);
  for (let before = ''; before !== masked; ) {
    before = masked;
    masked = masked.replace(INNERMOST, blank);
  }
  return masked;
}
