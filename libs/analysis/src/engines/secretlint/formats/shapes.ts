/** A part of a shape: one of several texts, or a run of characters of a class. */
export type ShapePart =
  | { readonly texts: readonly string[] }
  | { readonly of: string; readonly least: number; readonly most: number };

/** The classes of characters that a shape names by one letter, as the inside of a bracket expression. */
const CLASSES: Readonly<Record<string, string>> = {
  w: '0-9A-Za-z',
  x: '0-9A-Za-z_-',
  p: '0-9A-Za-z_.~-',
  q: '0-9A-Za-z_.=-',
  c: '0-9A-Za-z%',
  b: '0-9A-Za-z+/',
  B: 'A-Z2-7',
  h: '0-9a-f',
  H: '0-9A-Fa-f',
  l: '0-9a-z',
  u: '0-9A-Z',
  z: 'A-Za-z',
  d: '0-9',
};
const UUID = '{h8}-{h4}-{h4}-{h4}-{h12}';

const HOLE = /\{([wxpqcbBhHlzud])(\d+)(?:-(\d+))?\}|\(([^()]*)\)/g;

/** @throws Error for a shape that says nothing, which is a mistake in the catalogue. */
export function partsOf(shape: string): ShapePart[] {
  const parts: ShapePart[] = [];
  // A choice may have a run in it: `(local|{h16})`. It then counts as its run.
  const plain = shape.replaceAll('{uuid}', UUID).replace(/\([^()|]*\|(\{\w[\d-]+\})\)/g, '$1');
  let done = 0;
  const text = (until: number) => {
    if (until > done) parts.push({ texts: [plain.slice(done, until)] });
  };
  for (const match of plain.matchAll(HOLE)) {
    const [whole, of, least, most, choices] = match;
    text(match.index);
    if (choices !== undefined) parts.push({ texts: choices.split('|') });
    else parts.push({ of: of!, least: Number(least), most: Number(most ?? least) });
    done = match.index + whole.length;
  }
  text(plain.length);
  if (parts.length === 0) throw new Error(`the shape "${shape}" has no part`);
  return parts;
}

export const leastOf = (part: ShapePart): number =>
  'of' in part ? part.least : Math.min(...part.texts.map(({ length }) => length));
export const mostOf = (part: ShapePart): number =>
  'of' in part ? part.most : Math.max(...part.texts.map(({ length }) => length));

/** The characters of a class, one by one. */
export function alphabetOf(of: string): string[] {
  const isOne = new RegExp(`[${CLASSES[of]!}]`);
  return Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index)).filter((each) => isOne.test(each));
}

const quoted = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

const sourceOf = (part: ShapePart): string => {
  if ('of' in part)
    return `[${CLASSES[part.of]!}]{${part.least === part.most ? part.most : `${part.least},${part.most}`}}`;
  return part.texts.length === 1 ? quoted(part.texts[0]!) : `(?:${part.texts.map(quoted).join('|')})`;
};

/** Nothing that would make the credential longer stands before or after it. */
const before = (part: ShapePart): string =>
  'of' in part ? `(?<![${CLASSES[part.of]!}])` : /^\w/.test(part.texts[0]!) ? '(?<![0-9A-Za-z_])' : '';
const after = (part: ShapePart): string =>
  'of' in part ? `(?![${CLASSES[part.of]!}])` : /\w$/.test(part.texts[0]!) ? '(?![0-9A-Za-z_])' : '';

/** The expression of a shape. No part is repeated more than its bound, so it takes a bounded number of steps. */
export const expressionOf = (parts: readonly ShapePart[], flags: string): RegExp =>
  new RegExp(`${before(parts[0]!)}${parts.map(sourceOf).join('')}${after(parts.at(-1)!)}`, flags);

/** The part of the value in which it differs from others: its runs. */
export const variableExpression = (parts: readonly ShapePart[]): RegExp =>
  new RegExp(`^${parts.map((part) => ('of' in part ? `(${sourceOf(part)})` : sourceOf(part))).join('')}$`);
