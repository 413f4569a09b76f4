/** The call that stands for `<%= … %>` in the Ruby of a template. */
export const PRINTED = '_o';
/** The call that stands for `<%== … %>`, which does not escape. */
export const PRINTED_RAW = '_oo';

const TAG = /<%(?:(%)|(#)|(==?|-)?)([\s\S]*?)-?%>/g;

/**
 * The Ruby between the tags of an ERB template. Everything else becomes spaces, and what stands for a tag is as long as
 * the tag, so that lines and columns stay.
 */
export function rubyOfTemplate(text: string): string {
  let ruby = '';
  let end = 0;
  for (const match of text.matchAll(TAG)) {
    const [whole, escaped, comment, sign = '', code = ''] = match;
    ruby += blank(text.slice(end, match.index));
    end = match.index + whole.length;
    ruby += escaped || comment || isComment(code) ? blank(whole) : tagged(whole, sign, code);
  }
  return ruby + blank(text.slice(end));
}

function tagged(whole: string, sign: string, code: string): string {
  const begin = sign === '==' ? `${PRINTED_RAW} ` : sign === '=' ? `${PRINTED} ` : ' '.repeat(2 + sign.length);
  const rest = whole.length - begin.length - code.length;
  return `${begin}${code};${' '.repeat(Math.max(0, rest - 1))}`;
}

const isComment = (code: string): boolean => /^\s*#[^\n]*$/.test(code);

const blank = (text: string): string => text.replaceAll(/[^\n]/g, ' ');

/** `app/views/posts/show.html.erb` is `posts/show`; undefined for what is no template. */
export function templateName(file: string): string | undefined {
  if (!file.endsWith('.erb')) return undefined;
  const below = /(?:^|\/)(?:views|templates)\/(.+)$/.exec(file)?.[1] ?? file;
  return below.replace(/\.[^/]*$/, '');
}
