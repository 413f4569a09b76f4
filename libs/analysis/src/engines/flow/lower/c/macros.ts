import type { Expression, Place } from '../../ir';
import { readWithin } from '../../parse/read-syntax';
import { numberOf } from './literals';
import { type Syntax, field, kindOf, meaningful, placeAt, placeOfNode } from '../syntax';

/** Longer macros are programs of their own. */
const MAX_MACRO = 400;

/** `#define SIZE 10`: a number, a text or another name; undefined for everything else. */
export function macroValue(
  text: string,
  at: Place,
  naming: (name: string, at: Place) => Expression | undefined,
): Expression | undefined {
  const plain = text
    .replace(/\/\*.*?\*\/|\/\/.*$/gs, '')
    .trim()
    .replace(/^\((.*)\)$/s, '$1')
    .trim();
  if (/^-?(?:0[xX][\da-fA-F]+|\d+)[uUlL]*$/.test(plain)) return negative(plain, at);
  const whole = /^"((?:[^"\\]|\\.)*)"$/.exec(plain);
  if (whole && !whole[1]!.includes('\\')) return { kind: 'literal', value: whole[1]!, at };
  if (/^[A-Za-z_]\w*$/.test(plain)) return naming(plain, at);
  const product = /^(\w+)\s*([*+-]|<<)\s*(\w+)$/.exec(plain);
  if (!product) return undefined;
  const operands = [product[1]!, product[3]!].map((each) => (/^\d/.test(each) ? numberOf(each, at) : naming(each, at)));
  if (operands.includes(undefined)) return undefined;
  if (product[2] === '<<') return shifted(operands as Expression[], at);
  return {
    kind: 'operation',
    operator: product[2] === '+' ? 'add' : product[2]!,
    operands: operands as Expression[],
    at,
  };
}

const negative = (text: string, at: Place): Expression => {
  const value = numberOf(text.replace(/^-/, ''), at);
  return text.startsWith('-') && value.kind === 'literal' ? { ...value, value: -Number(value.value) } : value;
};

function shifted([left, right]: readonly Expression[], at: Place): Expression | undefined {
  if (left?.kind !== 'literal' || right?.kind !== 'literal') return undefined;
  return { kind: 'literal', value: Number(left.value) * 2 ** Number(right.value), at };
}

/** `#define MIN(a, b) …`, read as the function that it stands for. */
export function macroFunction(node: Syntax):
  | {
      readonly name: string;
      readonly parameters: readonly string[];
      readonly body: Syntax;
      readonly isStatement: boolean;
    }
  | undefined {
  const name = field(node, 'name')?.text();
  const text = (field(node, 'value')?.text() ?? '').replaceAll(/\\\r?\n/g, '\n').trim();
  if (name === undefined || text === '' || text.length > MAX_MACRO || text.includes('#')) return undefined;
  // The head of a loop, whose body stands where the macro is used.
  if (/^(?:for|while|if|else|switch)\b/.test(text)) return undefined;
  const list = field(node, 'parameters');
  const parameters = list ? meaningful(list).map((each) => each.text()) : [];
  if (!parameters.every((each) => /^\w+$/.test(each))) return undefined;
  const isStatement = /^(?:do\b|\{|if\b|for\b|while\b)|;/.test(text);
  const source = isStatement ? `void f() { ${text}; }` : `void f() { g(${text}); }`;
  const root = readWithin('cpp', source);
  placeAt(root, placeOfNode(node));
  const [definition] = meaningful(root);
  const body = definition && field(definition, 'body');
  if (!body || /\bERROR\b/.test(kindsBelow(body))) return undefined;
  if (isStatement) return { name, parameters, body, isStatement };
  const [statement] = meaningful(body);
  const call = statement && meaningful(statement)[0];
  const args = call && kindOf(call) === 'call_expression' ? field(call, 'arguments') : undefined;
  const value = args && meaningful(args).length === 1 ? meaningful(args)[0] : undefined;
  return value ? { name, parameters, body: value, isStatement } : undefined;
}

function kindsBelow(node: Syntax): string {
  return [kindOf(node), ...meaningful(node).map(kindsBelow)].join(' ');
}

/** Longer macros are not read for what they do last. */
const MAX_LAST = 2_000;

/**
 * `do { print(text); exit(1); } while (0)`: the call that a macro makes last, with the names among its arguments.
 * Undefined where a condition may leave it out.
 */
export function lastCall(macro: string): { readonly name: string; readonly args: readonly string[] } | undefined {
  if (macro.length > MAX_LAST) return undefined;
  const text = macro
    .replaceAll(/\\\r?\n/g, ' ')
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, '""')
    .replace(/^\s*do\s*\{([^{}]*)\}\s*while\s*\(\s*0\s*\)\s*;?\s*$/, '$1')
    .replace(/^\s*\{([^{}]*)\}\s*$/, '$1');
  if (/\b(?:if|else|while|for|switch|return)\b|[?{}]|&&|\|\|/.test(text)) return undefined;
  const statements = text.split(';').filter((each) => each.trim() !== '');
  // `(print(text), exit(1))`
  const written = (statements.at(-1) ?? '').replace(/^.*\)\s*,(?=[^()]*\([^()]*\)[\s)]*$)/, '');
  const call = /^[\s(]*(?:std::)?([A-Za-z_]\w*)\s*\((.*)\)[\s)]*$/.exec(written.trim());
  return call ? { name: call[1]!, args: call[2]!.match(/\b[A-Z_][A-Z0-9_]+\b/g) ?? [] } : undefined;
}
