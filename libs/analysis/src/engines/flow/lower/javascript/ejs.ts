/** The calls that stand for `<%= … %>`, which escapes, and for `<%- … %>`, which does not. */
const PRINTED = '_e(';
const PRINTED_RAW = '_r(';

/** The names in rows of the calls that the lowering of a template makes. */
export const TEMPLATE_CALLS: ReadonlyMap<string, string> = new Map([
  ['_e', 'ejs.escaped output'],
  ['_r', 'ejs.raw output'],
  ['include', 'ejs.include'],
]);

/** EJS of the release before 3 included by a directive. */
const DIRECTIVE = /^\s*include\s+[^(\s]/;
/** A statement of which the next tag need not be a part ends here. */
const ENDING = /[\w)\]'"`]/;

/**
 * The JavaScript of an EJS template: what stands between its tags, and the scripts of its page. Everything else becomes
 * spaces, and what stands for a tag is as long as the tag, so that lines and columns stay. Each character is read once
 * for tags and once for scripts.
 */
export function scriptOfTemplate(text: string): string {
  const isScript = scriptsOf(text);
  const between = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => {
      const character = text[from + index]!;
      return isScript[from + index] || character === '\n' ? character : ' ';
    }).join('');
  let script = '';
  let end = 0;
  for (let begin = text.indexOf('<%'); begin !== -1; begin = text.indexOf('<%', end)) {
    const close = text.indexOf('%>', begin + 2);
    if (close === -1) break;
    script += between(end, begin);
    end = close + 2;
    script += tagged(text.slice(begin + 2, close), isScript[begin] === 1);
  }
  return script + between(end, text.length);
}

/** @param inner what stands between `<%` and `%>` */
function tagged(inner: string, isInScript: boolean): string {
  const sign = /^[%#=_-]/.exec(inner)?.[0] ?? '';
  const isTrimmed = /[-_]$/.test(inner);
  const code = inner.slice(sign.length, isTrimmed && inner.length > sign.length ? -1 : undefined);
  if (sign === '%' || sign === '#' || DIRECTIVE.test(code)) return `  ${blank(inner)}  `;
  const rest = 2 + (inner.length - sign.length - code.length);
  if (sign === '=' || sign === '-')
    return `${sign === '-' ? PRINTED_RAW : PRINTED}${code}${(isInScript ? ')' : ');').padEnd(rest)}`;
  const ends = ENDING.test(code.trimEnd().at(-1) ?? '');
  return `  ${' '.repeat(sign.length)}${code}${(ends ? ';' : '').padEnd(rest)}`;
}

const blank = (text: string): string => text.replaceAll(/[^\n]/g, ' ');

/** Marks the characters of the scripts that run in the page. */
function scriptsOf(text: string): Uint8Array {
  const marks = new Uint8Array(text.length);
  const lower = text.toLowerCase();
  for (let begin = lower.indexOf('<script'); begin !== -1; ) {
    const from = lower.indexOf('>', begin) + 1;
    const to = from === 0 ? -1 : lower.indexOf('</script', from);
    if (to === -1) break;
    if (runs(lower.slice(begin, from))) marks.fill(1, from, to);
    begin = lower.indexOf('<script', to);
  }
  return marks;
}

/** The content of a script with an address or of another type is no JavaScript. */
function runs(tag: string): boolean {
  const type = /\stype=["']?([\w/+.-]*)/.exec(tag)?.[1];
  return !/\ssrc=/.test(tag) && (type === undefined || /^(?:$|module$|\w+\/javascript$)/.test(type));
}

/** The template of a name, as a handler or another template has it: `views/app/products.ejs` is `app/products`. */
export function templateNamed<Form>(templates: ReadonlyMap<string, Form>, name: string): Form | undefined {
  const written = name.replace(/^[./]+/, '').replace(/\.ejs$/, '');
  const found = [...templates].filter(([file]) => file.endsWith('.ejs') && `/${file}`.endsWith(`/${written}.ejs`));
  return found.sort(([one], [other]) => one.length - other.length)[0]?.[1];
}
