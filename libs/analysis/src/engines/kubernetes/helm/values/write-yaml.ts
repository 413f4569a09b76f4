import { HOLE } from '../../../infrastructure/value';
import { type TemplateValue, isDict, isList, isText, plainText, printedFloat, sortedKeys } from './value';

/** A line of YAML, and which member it shows: the map or list that has it, and its name there. */
export interface YamlLine {
  readonly text: string;
  readonly holder?: TemplateValue;
  readonly name?: string;
  readonly value?: TemplateValue;
}

type Spend = (steps: number) => void;

/**
 * As sigs.k8s.io/yaml writes a value: sorted, lists as far to the left as their key.
 * @param spend is called after each line, and may throw: a list that stands in a list twice, thirty times over, has a
 *   billion
 */
export function yamlLines(value: TemplateValue, spend: Spend): YamlLine[] {
  const lines = new Lines(spend);
  if (isList(value) && value.length > 0) writeList(value, '', lines);
  else if (isDict(value) && value.size > 0) writeMap(value, '', lines);
  else for (const text of scalarLines(value, '  ')) lines.push({ text, value });
  return lines.written;
}

class Lines {
  readonly written: YamlLine[] = [];

  constructor(private readonly spend: Spend) {}

  push(line: YamlLine): void {
    this.spend(1 + (line.text.length >> 4));
    this.written.push(line);
  }
}

const DEEPEST = 100;

function writeMap(dict: TemplateValue, indent: string, lines: Lines, first = indent): void {
  if (!isDict(dict) || indent.length > DEEPEST * 2) return;
  for (const [index, name] of sortedKeys(dict).entries()) {
    const value = dict.get(name)!;
    const head = `${index === 0 ? first : indent}${keyText(name)}:`;
    const line = { holder: dict, name, value };
    if (isList(value) && value.length > 0) {
      lines.push({ text: head, ...line });
      writeList(value, indent, lines);
    } else if (isDict(value) && value.size > 0) {
      lines.push({ text: head, ...line });
      writeMap(value, `${indent}  `, lines);
    } else {
      const [start = '', ...rest] = scalarLines(value, `${indent}  `);
      lines.push({ text: start === '' ? head : `${head} ${start}`, ...line });
      for (const text of rest) lines.push({ text, ...line });
    }
  }
}

function writeList(list: TemplateValue[], indent: string, lines: Lines, first = indent): void {
  if (indent.length > DEEPEST * 2) return;
  for (const [index, value] of list.entries()) {
    const head = `${index === 0 ? first : indent}- `;
    if (isList(value) && value.length > 0) writeList(value, `${indent}  `, lines, head);
    else if (isDict(value) && value.size > 0) writeMap(value, `${indent}  `, lines, head);
    else {
      const line = { holder: list, name: String(index), value };
      const [start = '', ...rest] = scalarLines(value, `${indent}  `);
      lines.push({ text: `${head}${start}`, ...line });
      for (const text of rest) lines.push({ text, ...line });
    }
  }
}

const keyText = (name: string): string =>
  name === HOLE ? name : name === '' ? '""' : (scalarText(name) ?? doubleQuoted(name));

/** A scalar, or an empty map or list; a text of several lines begins with its mark. */
function scalarLines(value: TemplateValue, indent: string): string[] {
  if (value === null) return ['null'];
  if (isDict(value)) return ['{}'];
  if (isList(value)) return ['[]'];
  if (typeof value === 'boolean' || typeof value === 'bigint') return [String(value)];
  if (typeof value === 'number')
    return [Number.isInteger(value) && Math.abs(value) < 2 ** 63 ? String(BigInt(value)) : printedFloat(value)];
  if (!isText(value)) return [HOLE];
  const text = plainText(value);
  if (!text.includes('\n')) return [scalarText(text) ?? doubleQuoted(text)];
  return literalLines(text, indent) ?? [doubleQuoted(text)];
}

const NOT_PRINTABLE = /[^\t\n\x20-\x7e\u0085\u00a0-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]/u;

function literalLines(text: string, indent: string): string[] | undefined {
  if (NOT_PRINTABLE.test(text) || / $| \n/.test(text)) return undefined;
  const body = text.endsWith('\n') ? text.slice(0, -1) : text;
  const chomps = text.endsWith('\n') ? (text === '\n' || text.endsWith('\n\n') ? '+' : '') : '-';
  const hint = /^[ \n]/.test(text) ? '2' : '';
  return [`|${hint}${chomps}`, ...body.split('\n').map((line) => (line === '' ? '' : `${indent}${line}`))];
}

/** A text on one line, plain or in single quotes; undefined if it needs double ones. */
function scalarText(text: string): string | undefined {
  if (text === '' || looksLikeOther(text) || NOT_PRINTABLE.test(text) || text.includes('\n')) return undefined;
  const isPlain = !/^(?:---|\.\.\.)|^[#,[\]{}&*!|>'"%@`]|^[?:-](?:\s|$)|:(?:\s|$)|\s#|^\s|\s$/.test(text);
  return isPlain ? text : `'${text.replaceAll("'", "''")}'`;
}

/** Texts that YAML 1.1 reads as another type. */
const OTHER = new RegExp(
  [
    '^(?:~|null|Null|NULL|<<|y|Y|yes|Yes|YES|n|N|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF)$',
    String.raw`^[-+]?\.(?:inf|Inf|INF)$|^\.(?:nan|NaN|NAN)$`,
    String.raw`^[-+]?(?:0[bB][01_]+|0[oO]?[0-7_]+|0[xX][0-9a-fA-F_]+|[1-9][\d_]*|0)$`,
    String.raw`^[-+]?(?:\.[0-9]+|[0-9][0-9_]*(?:\.[0-9_]*)?)(?:[eE][-+]?[0-9]+)?$`,
    String.raw`^\d{4}-\d\d?-\d\d?(?:$|[Tt]\d|\s+\d)`,
    String.raw`^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$`,
  ].join('|'),
);
const looksLikeOther = (text: string): boolean => OTHER.test(text);

const doubleQuoted = (text: string): string =>
  JSON.stringify(text).replaceAll('\u007f', String.raw`\x7F`).replaceAll('\ufeff', String.raw`\uFEFF`);
