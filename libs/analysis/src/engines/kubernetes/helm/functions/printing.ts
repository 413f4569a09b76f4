import { HOLE } from '../../../infrastructure/value';
import type { Context, Functions } from '../template/context';
import { type TemplateValue, isDict, isList, isText, printed, printedFloat } from '../values/value';
import { bounded, floatOf, textAt, wholeOf } from './arguments';

/** A text of Go in double quotes (`%q`). */
function quotedText(text: string): string {
  const escaped = JSON.stringify(text).replaceAll('\\b', String.raw`\b`).replaceAll('\\f', String.raw`\f`);
  return escaped.replace(/\\u00([01][0-9a-f])/g, (_, code: string) => SHORT[code] ?? `\\x${code}`);
}
const SHORT: Readonly<Record<string, string>> = { '07': String.raw`\a`, '0b': String.raw`\v` };

/** Functions that print what they are given; a part that is not known is a hole. */
export const printing: Functions = {
  print: (args, context) => joined(args, context, (left, right) => !isText(left) && !isText(right)),
  println: (args, context) => `${joined(args, context, () => true)}\n`,
  printf: (args, context) => formatted(textAt(args, 0, context), args.slice(1), context),
  quote: (args, context) =>
    args
      .filter((arg) => arg !== null)
      .map((_, index, kept) => quotedText(textAt(kept, index, context)))
      .join(' '),
  squote: (args, context) =>
    args
      .filter((arg) => arg !== null)
      .map((_, index, kept) => `'${textAt(kept, index, context)}'`)
      .join(' '),
  cat: (args, context) =>
    args
      .filter((arg) => arg !== null)
      .map((_, index, kept) => textAt(kept, index, context))
      .join(' '),
  join: (args, context) => {
    const list = args[1] ?? null;
    if (isList(list))
      return list
        .filter((item) => item !== null)
        .map((_, index, items) => textAt(items, index, context))
        .join(textAt(args, 0, context));
    return list === null ? '' : textAt(args, 1, context);
  },
  toString: (args: readonly TemplateValue[], context: Context) => textAt(args, 0, context),
};

function joined(
  args: readonly TemplateValue[],
  { channel }: Context,
  isApart: (left: TemplateValue, right: TemplateValue) => boolean,
): string {
  return args
    .map((arg, index) => {
      const text = arg === null ? '<nil>' : printed(arg, channel);
      return index > 0 && isApart(args[index - 1]!, arg) ? ` ${text}` : text;
    })
    .join('');
}

const VERB = /%([-+# 0]*)(\d*|\*)(?:\.(\d*))?([a-zA-Z%])/g;

function formatted(format: string, args: readonly TemplateValue[], { channel }: Context): string {
  let next = 0;
  const text = format.replace(VERB, (_, flags: string, width: string, precision: string | undefined, verb: string) => {
    if (verb === '%') return '%';
    const arg = args[next];
    next += 1;
    if (arg === undefined) return `%!${verb}(MISSING)`;
    bounded(Number(width === '*' ? 0 : width));
    bounded(Number(precision ?? 0));
    const shown = shownAs(verb, arg, precision === undefined ? undefined : Number(precision), flags, channel);
    const size = width === '*' ? 0 : Number(width);
    if (flags.includes('-')) return shown.padEnd(size);
    return flags.includes('0') && verb !== 's' ? shown.padStart(size, '0') : shown.padStart(size);
  });
  const extra = args.slice(next);
  if (extra.length === 0) return text;
  return `${text}%!(EXTRA ${extra.map((arg) => `${typeOf(arg)}=${printed(arg, channel)}`).join(', ')})`;
}

function shownAs(
  verb: string,
  arg: TemplateValue,
  precision: number | undefined,
  flags: string,
  channel: Context['channel'],
): string {
  const text = arg === null ? '<nil>' : printed(arg, channel);
  if (text === HOLE) return HOLE;
  switch (verb) {
    case 'd':
      return typeof arg === 'bigint'
        ? `${flags.includes('+') && arg >= 0n ? '+' : ''}${arg}`
        : wrong(verb, arg, channel);
    case 'f':
      return typeof arg === 'number' || typeof arg === 'bigint'
        ? floatOf(arg).toFixed(Math.min(precision ?? 6, 100))
        : wrong(verb, arg, channel);
    case 'g':
      return typeof arg === 'number' ? printedFloat(arg) : wrong(verb, arg, channel);
    case 'q':
      return isText(arg) ? quotedText(text) : typeof arg === 'bigint' ? text : wrong(verb, arg, channel);
    case 't':
      return typeof arg === 'boolean' ? text : wrong(verb, arg, channel);
    case 'x':
      return isText(arg) ? Buffer.from(text).toString('hex') : wholeOf(arg).toString(16);
    case 's':
      if (isText(arg)) return precision === undefined ? text : text.slice(0, precision);
      return isList(arg) || isDict(arg) ? text : wrong(verb, arg, channel);
    case 'T':
      return typeOf(arg);
    default:
      return text;
  }
}

const wrong = (verb: string, arg: TemplateValue, channel: Context['channel']): string =>
  arg === null ? `%!${verb}(<nil>)` : `%!${verb}(${typeOf(arg)}=${printed(arg, channel)})`;

/** As `typeOf` of sprig. */
export function typeOf(value: TemplateValue): string {
  if (value === null) return '<nil>';
  if (isText(value)) return 'string';
  if (isList(value)) return '[]interface {}';
  if (isDict(value)) return 'map[string]interface {}';
  if (typeof value === 'bigint') return 'int';
  if (typeof value === 'number') return 'float64';
  return typeof value === 'boolean' ? 'bool' : 'interface {}';
}
