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

/** The element's own tag: `<activity android:name=".Pay" android:exported="true">`. */
export const openingTag = ({ name, attributes }: XmlElement): string =>
  `<${[name, ...[...attributes].map(([key, value]) => `${key}="${escaped(valueText(value))}"`)].join(' ')}>`;

/**
 * Writes an element and everything below it as text, one tag a line. Thousands of attributes may refer to one long
 * string, so a text of more than `limit` UTF-16 units is refused.
 * @throws Malformed
 */
export function xmlText(root: XmlElement, limit: number): string {
  const lines: string[] = [];
  let left = limit;
  const add = (line: string): void => {
    left -= line.length + 1;
    if (left < 0) throw new Malformed('it repeats its strings until they are many times its size');
    lines.push(line);
  };
  const write = (element: XmlElement, indent: string): void => {
    add(`${indent}${openingTag(element)}${escaped(element.text.trim())}`);
    for (const child of element.children) write(child, `${indent} `);
    add(`${indent}</${element.name}>`);
  };
  write(root, '');
  return `${lines.join('\n')}\n`;
}
