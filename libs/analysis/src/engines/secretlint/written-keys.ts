const BEGIN = 'PRIVATE KEY';
const END = '-----END';
/** A key of 16,384 bits, with two characters for each line end, is no longer. */
const LONGEST = 16_000;

/** A line end as source code writes it, and where one string ends and the next begins: `\r\n`, `" + "`, `',\n  '`. */
const BETWEEN = /\\[rnt]|["'`]\s*(?:[+,.]\s*)?["'`]/g;

/**
 * The text, with line ends and joints inside of private keys blanked: source code has a key in strings, of which
 * secretlint reads those alone that say nothing but base64. Every place keeps its line and column.
 */
export function withPlainKeys(text: string): string {
  let plain = '';
  let done = 0;
  let end = 0;
  for (let begin = text.indexOf(BEGIN); begin !== -1; begin = text.indexOf(BEGIN, Math.max(begin + 1, done))) {
    if (end < begin) end = text.indexOf(END, begin);
    if (end === -1) break;
    if (end - begin > LONGEST) continue;
    const from = begin + BEGIN.length;
    plain += text.slice(done, from) + text.slice(from, end).replace(BETWEEN, blank);
    done = end;
  }
  return plain + text.slice(done);
}

const blank = (written: string): string => written.replace(/[^\n]/g, ' ');
