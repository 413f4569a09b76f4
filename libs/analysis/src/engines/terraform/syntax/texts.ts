import type { Expression } from './ast';

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '"': '"', '\\': '\\' };

/** The text between quotes, as HCL reads it. */
export const unescaped = (text: string): string =>
  text.replace(
    /\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([nrt"\\]))|(?:\$\$|%%)(?=\{)/g,
    (whole: string, short?: string, long?: string, letter?: string) => {
      if (letter !== undefined) return ESCAPES[letter]!;
      const code = short ?? long;
      if (code === undefined) return whole.slice(1);
      const point = Number.parseInt(code, 16);
      return point > 0x10_ff_ff ? '\ufffd' : String.fromCodePoint(point);
    },
  );

/** The text of `<<-`: the white space at the beginning that all lines have is gone. So is the line of the marker. */
export function heredocText(lowered: Expression, indented: boolean): Expression {
  if (lowered.kind !== 'template') return lowered;
  const parts = lowered.parts.map((part, index): Expression => {
    if (part.kind !== 'literal' || typeof part.value !== 'string') return part;
    return { kind: 'literal', value: index === 0 ? part.value.replace(/^\r?\n/, '') : part.value };
  });
  if (!indented) return { kind: 'template', parts };
  const texts = parts.flatMap((part) => (part.kind === 'literal' ? [String(part.value)] : []));
  const margins = texts.flatMap((text) =>
    [...text.matchAll(/(?:^|\n)([ \t]*)(?=[^ \t\r\n])/g)].map(([, m]) => m!.length),
  );
  const margin = margins.length === 0 ? 0 : Math.min(...margins.slice(0, 10_000));
  const strip = new RegExp(`(^|\\n)[ \\t]{0,${margin}}`, 'g');
  return {
    kind: 'template',
    parts: parts.map((part) =>
      part.kind === 'literal' ? { kind: 'literal', value: String(part.value).replace(strip, '$1') } : part,
    ),
  };
}
