import type { Expression, Place } from '../../ir';
import { named, nothing, number, own } from './names';
import { type Syntax, kindOf, meaningful } from '../syntax';

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', a: '\x07', b: '\b', f: '\f', v: '\v' };

export function numberOf(text: string, at: Place): Expression {
  const plain = text.replaceAll("'", '');
  const isHex = /^0x/i.test(plain);
  const digits = plain.replace(isHex ? /[uUlL]+$/ : /[uUlLfF]+$/, '');
  const value = /^0[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : Number(digits);
  return Number.isNaN(value) ? nothing(at) : number(value, at);
}

export function characterOf(text: string, at: Place): Expression {
  const inner = unescaped(text.slice(text.indexOf("'") + 1, -1));
  return inner.length === 1 ? number(inner.charCodeAt(0), at) : nothing(at);
}

export function textOf(node: Syntax, at: Place): Expression {
  if (kindOf(node) !== 'concatenated_string') return textOrEmpty(piece(node), at);
  const pieces = meaningful(node);
  if (pieces.every((each) => kindOf(each) !== 'identifier')) return textOrEmpty(pieces.map(piece).join(''), at);
  // A macro of another header between texts: PRIu64.
  const parts = pieces.map((each): Expression => {
    if (kindOf(each) === 'identifier') return named(each.text(), at);
    return { kind: 'literal', value: piece(each), at };
  });
  return { kind: 'text', parts, at };
}

/** A text without letters is a place all the same, and true. */
const textOrEmpty = (value: string, at: Place): Expression =>
  value === '' ? own('empty text', [], at) : { kind: 'literal', value, at };

function piece(node: Syntax): string {
  const text = node.text();
  if (kindOf(node) === 'raw_string_literal') return /^[^"]*"([^(]*)\((.*)\)\1"$/s.exec(text)?.[2] ?? '';
  return unescaped(text.slice(text.indexOf('"') + 1, -1));
}

const ESCAPE = /\\(?:x([0-9a-fA-F]+)|([0-7]{1,3})|u([0-9a-fA-F]{4})|\r?\n|(.))/gs;

const unescaped = (text: string): string =>
  text.replace(ESCAPE, (whole, hex?: string, octal?: string, point?: string, letter?: string) => {
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16) & 0xff);
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
    if (point !== undefined) return String.fromCharCode(Number.parseInt(point, 16));
    return letter === undefined ? whole.slice(2) : (ESCAPES[letter] ?? letter);
  });
