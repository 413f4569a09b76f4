import { posix } from 'node:path';
import type { Context, Functions } from '../template/context';
import { Refused } from '../template/refused';
import type { TemplateValue } from '../values/value';
import { bounded, textAt, wholeAt } from './arguments';

type OfText = (text: string, ...more: readonly string[]) => TemplateValue;

/** A function whose last argument is the text, as they stand in pipes. */
const ofLast =
  (ask: OfText) =>
  (args: readonly TemplateValue[], context: Context): TemplateValue => {
    const texts = args.map((_, index) => textAt(args, index, context));
    return ask(texts.at(-1) ?? '', ...texts.slice(0, -1));
  };

const cutAll = (text: string, cutset: string, end: 'left' | 'right' | 'both'): string => {
  const characters = [...text];
  const cut = new Set(cutset);
  let [from, to] = [0, characters.length];
  if (end !== 'right') while (from < to && cut.has(characters[from]!)) from += 1;
  if (end !== 'left') while (to > from && cut.has(characters[to - 1]!)) to -= 1;
  return characters.slice(from, to).join('');
};

const words = (text: string): string[] =>
  text
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[\s_-]+/)
    .filter((word) => word !== '');
const capital = (word: string): string => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
const title = (text: string): string =>
  text.replace(
    /(^|[^\p{L}\p{N}_'])(\p{L})/gu,
    (_, before: string, letter: string) => `${before}${letter.toUpperCase()}`,
  );

function wrapped(text: string, width: number, newline: string): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' && lines.length === 0 && line === '' ? word : line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].join(newline);
}

/** A map of numbered parts, as sprig's `split` gives it. */
const numbered = (parts: readonly string[]): TemplateValue => new Map(parts.map((part, index) => [`_${index}`, part]));

export const texts: Functions = {
  trimAll: ofLast((text, cutset = '') => cutAll(text, cutset, 'both')),
  trimPrefix: ofLast((text, prefix = '') => (text.startsWith(prefix) ? text.slice(prefix.length) : text)),
  trimSuffix: ofLast((text, suffix = '') =>
    suffix !== '' && text.endsWith(suffix) ? text.slice(0, -suffix.length) : text,
  ),
  upper: ofLast((text) => text.toUpperCase()),
  lower: ofLast((text) => text.toLowerCase()),
  title: ofLast(title),
  untitle: ofLast((text) =>
    text.replace(/(^|\s)(\p{L})/gu, (_, before: string, letter: string) => `${before}${letter.toLowerCase()}`),
  ),
  repeat: (args, context) => {
    const text = textAt(args, 1, context);
    bounded(text.length * Math.max(0, wholeAt(args, 0)));
    return text.repeat(Math.max(0, wholeAt(args, 0)));
  },
  substr: (args, context) => {
    const [from, to, text] = [wholeAt(args, 0), wholeAt(args, 1), textAt(args, 2, context)];
    if (from < 0) return text.slice(0, Math.max(0, to));
    return to < 0 || to > text.length ? text.slice(from) : text.slice(from, to);
  },
  nospace: ofLast((text) => text.replace(/\s/g, '')),
  trunc: (args, context) => {
    const [size, text] = [wholeAt(args, 0), textAt(args, 1, context)];
    return size < 0 ? (text.length > -size ? text.slice(size) : text) : text.slice(0, size);
  },
  abbrev: (args, context) => {
    const [size, text] = [wholeAt(args, 0), textAt(args, 1, context)];
    return size < 4 || text.length <= size ? text : `${text.slice(0, size - 3)}...`;
  },
  initials: ofLast((text) =>
    text
      .split(/\s+/)
      .map((word) => word.slice(0, 1))
      .join(''),
  ),
  wrap: (args, context) => wrapped(textAt(args, 1, context), wholeAt(args, 0), '\n'),
  wrapWith: (args, context) => wrapped(textAt(args, 2, context), wholeAt(args, 0), textAt(args, 1, context)),
  contains: ofLast((text, part = '') => text.includes(part)),
  hasPrefix: ofLast((text, part = '') => text.startsWith(part)),
  hasSuffix: ofLast((text, part = '') => text.endsWith(part)),
  replace: (args, context) => {
    const [old, other, text] = [0, 1, 2].map((index) => textAt(args, index, context)) as [string, string, string];
    bounded(text.length + (text.length + 1) * other.length);
    return text.replaceAll(old, () => other);
  },
  plural: (args, context) => textAt(args, args[2] === 1n ? 0 : 1, context),
  snakecase: ofLast((text) => words(text).join('_').toLowerCase()),
  kebabcase: ofLast((text) => words(text).join('-').toLowerCase()),
  camelcase: ofLast((text) =>
    text
      .split(/[_\s-]+/)
      .map(capital)
      .join(''),
  ),
  swapcase: ofLast((text) =>
    [...text].map((letter) => (letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase())).join(''),
  ),
  split: ofLast((text, separator = '') => numbered(text.split(separator))),
  splitn: (args, context) => {
    const parts = textAt(args, 2, context).split(textAt(args, 0, context));
    const most = Math.max(1, wholeAt(args, 1));
    const last = parts.slice(most - 1).join(textAt(args, 0, context));
    return numbered(parts.length > most ? [...parts.slice(0, most - 1), last] : parts);
  },
  splitList: ofLast((text, separator = '') => text.split(separator)),
  base: ofLast((text) => posix.basename(text) || (text === '' ? '.' : '/')),
  dir: ofLast((text) => posix.dirname(text)),
  clean: ofLast((text) => posix.normalize(text === '' ? '.' : text).replace(/(.)\/$/, '$1')),
  ext: ofLast((text) => posix.extname(text)),
  isAbs: ofLast((text) => text.startsWith('/')),
  html: ofLast((text) =>
    text.replace(/["'&<>]/g, (mark) => `&${{ '"': '#34', "'": '#39', '&': 'amp', '<': 'lt', '>': 'gt' }[mark]!};`),
  ),
  urlquery: ofLast((text) => encodeURIComponent(text).replaceAll('%20', '+')),
  urlParse: ofLast(partsOfUrl),
  urlJoin: ([parts]) => {
    if (!(parts instanceof Map)) throw new Refused('a map is wanted');
    const part = (name: string) => textAt([parts.get(name) ?? ''], 0, { channel: 'printed' });
    const [user, query, fragment] = [part('userinfo'), part('query'), part('fragment')];
    const host = part('host') === '' ? '' : `//${user === '' ? '' : `${user}@`}${part('host')}`;
    const scheme = part('scheme') === '' ? '' : `${part('scheme')}:`;
    return `${scheme}${host}${part('path')}${query === '' ? '' : `?${query}`}${fragment === '' ? '' : `#${fragment}`}`;
  },
};

function partsOfUrl(text: string): TemplateValue {
  const [, scheme = '', user = '', host = '', path = '', query = '', fragment = ''] =
    /^(?:([a-zA-Z][\w+.-]*):)?(?:\/\/(?:([^/?#@]*)@)?([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(text) ?? [];
  const hostname = host.replace(/:\d*$/, '').replace(/^\[(.*)\]$/, '$1');
  return new Map<string, TemplateValue>(
    Object.entries({ scheme, userinfo: user, host, hostname, path, query, opaque: '', fragment }),
  );
}
