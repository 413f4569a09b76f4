import type { XmlElement, XmlValue } from './binary-xml';
import { Malformed } from './malformed';

export const valueText = (value: XmlValue): string => {
  switch (value.kind) {
    case 'text':
      return value.text;
    case 'number':
      return String(value.number);
    case 'boolean':
      return String(value.boolean);
    case 'reference':
      return `@0x${value.id.toString(16)}`;
    case 'other':
      return value.hex;
  }
};

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<"]/g, (character) => ESCAPES[character]!);

/** Characters of a tag that is shown. A finding shows fewer. */
const SHOWN = 10_000;

/** The element's own tag: `<activity android:name=".Pay" android:exported="true">`, as far as somebody reads it. */
export function openingTag(element: XmlElement): string {
  const pieces: string[] = [];
  let left = SHOWN;
  for (const piece of tagPieces(element)) {
    if ((left -= piece.length) < 0) return `${pieces.join('')}…>`;
    pieces.push(piece);
  }
  return pieces.join('');
}

/** The pieces of a tag, one by one: thousands of attributes may refer to one long string. */
function* tagPieces({ name, attributes }: XmlElement): Generator<string> {
  yield `<${name}`;
  for (const [key, value] of attributes) {
    yield ` ${key}="`;
    yield escaped(valueText(value));
    yield '"';
  }
  yield '>';
}

/**
 * Writes an element and everything below it as text, one tag a line. Thousands of attributes may refer to one long
 * string, so a text of more than `limit` UTF-16 units is refused.
 * @throws Malformed
 */
export function xmlText(root: XmlElement, limit: number): string {
  const pieces: string[] = [];
  let left = limit;
  const add = (piece: string): void => {
    left -= piece.length;
    if (left < 0) throw new Malformed('it repeats its strings until they are many times its size');
    pieces.push(piece);
  };
  const write = (element: XmlElement, indent: string): void => {
    add(indent);
    for (const piece of tagPieces(element)) add(piece);
    add(`${escaped(element.text.trim())}\n`);
    for (const child of element.children) write(child, `${indent} `);
    add(`${indent}</${element.name}>\n`);
  };
  write(root, '');
  return pieces.join('');
}
