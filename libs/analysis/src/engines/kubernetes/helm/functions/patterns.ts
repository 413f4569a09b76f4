import type { Context, Functions } from '../template/context';
import { NOT_KNOWN, type TemplateValue } from '../values/value';
import { textAt, wholeAt } from './arguments';

/** Steps that a pattern may take at most, by an estimate: JavaScript's patterns go back, Go's do not. */
const MOST_STEPS = 300_000_000;

/**
 * A pattern of Go as one of JavaScript, or undefined for one that is refused: such as may take more steps on the text
 * than there are, or is written in a way that JavaScript reads otherwise.
 */
function patternOf(source: string, text: string, flags: string, context: Context): RegExp | undefined {
  const [, named = ''] = /^\(\?([ims]+)\)/.exec(source) ?? [];
  const rest = (named === '' ? source : source.slice(named.length + 3))
    .replaceAll('(?P<', '(?<')
    .replaceAll(String.raw`\A`, '^')
    .replaceAll(String.raw`\z`, '$')
    .replace(/\[\[:(\w+):\]\]/g, (whole, name: string) => CLASSES[name] ?? whole);
  const bare = rest
    .replace(/\\./g, 'x')
    .replace(/\[(?:\^?\]?)[^\]]*\]/g, 'x')
    .replace(/\(\?(?:[:=!]|<[=!]|<\w+>)/g, '(');
  const repeats = (bare.match(/[*+]|\{\d*,?\d*\}/g) ?? []).length;
  const optional = (bare.match(/[^*+?}(]\?/g) ?? []).length;
  // A repeated group that repeats or chooses inside can take steps without end.
  if (/\((?:[^()]*(?:[*+|?]|\{\d))[^()]*\)(?:[*+]|\{\d)/.test(bare) || /\)[^()]*\)(?:[*+]|\{\d)/.test(bare))
    return undefined;
  const steps = (text.length + 1) ** Math.max(1, repeats) * 2 ** optional;
  if (steps > MOST_STEPS) return undefined;
  context.spend(Math.ceil(steps / 64));
  try {
    return new RegExp(rest, `${flags}u${named}`);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const CLASSES: Readonly<Record<string, string>> = {
  alnum: '[0-9A-Za-z]',
  alpha: '[A-Za-z]',
  digit: '[0-9]',
  lower: '[a-z]',
  upper: '[A-Z]',
  space: String.raw`[\s]`,
};

/** A function of a pattern and a text, which stands where `at` says. */
const matching =
  (
    at: number,
    ask: (pattern: RegExp, text: string, args: readonly TemplateValue[], context: Context) => TemplateValue,
    flags = '',
  ) =>
  (args: readonly TemplateValue[], context: Context): TemplateValue => {
    const text = textAt(args, at, context);
    const pattern = patternOf(textAt(args, 0, context), text, flags, context);
    return pattern === undefined ? NOT_KNOWN : ask(pattern, text, args, context);
  };

const most = <Item>(items: Item[], args: readonly TemplateValue[], at: number): Item[] =>
  wholeAt(args, at) < 0 ? items : items.slice(0, wholeAt(args, at));

/** `$1` and `${1}` of Go. */
const replacement = (text: string): string =>
  text.replace(/\$\{(\w+)\}/g, (_, name: string) => (/^\d+$/.test(name) ? `$${name}` : `$<${name}>`));

const own: Functions = {
  regexMatch: matching(1, (pattern, text) => pattern.test(text)),
  regexFind: matching(1, (pattern, text) => pattern.exec(text)?.[0] ?? ''),
  regexFindAll: matching(
    1,
    (pattern, text, args) =>
      most(
        [...text.matchAll(pattern)].map(([whole]) => whole),
        args,
        2,
      ),
    'g',
  ),
  regexReplaceAll: matching(
    1,
    (pattern, text, args, context) => text.replace(pattern, replacement(textAt(args, 2, context))),
    'g',
  ),
  regexReplaceAllLiteral: matching(
    1,
    (pattern, text, args, context) => text.replace(pattern, () => textAt(args, 2, context)),
    'g',
  ),
  regexSplit: matching(1, (pattern, text, args) => {
    const parts = text.split(pattern);
    const size = wholeAt(args, 2);
    return size < 0 || parts.length <= size ? parts : NOT_KNOWN;
  }),
};

export const patterns: Functions = {
  ...own,
  ...Object.fromEntries(Object.entries(own).map(([name, ask]) => [`mustRegex${name.slice('regex'.length)}`, ask])),
  regexQuoteMeta: (args, context) => textAt(args, 0, context).replace(/[\\.+*?()|[\]{}^$]/g, String.raw`\$&`),
};
