import { functionDeclarator } from '../lower/c/function-names';
import { nameOfCallee } from '../lower/c/calls';
import { neverReturns } from '../lower/c/types';
import { unwrapped } from '../lower/c/places';
import { type Syntax, field, kindOf, meaningful } from '../lower/syntax';
import { type KnownTypes, NamesOfFunction } from './types';
import { UsesOfFunction } from './uses';

/** A fault that a place in a file of C shows by its text. */
export interface Fault {
  readonly weakness: string;
  readonly at: number;
  readonly says: string;
}

/** Words at the beginning of a function are said of all of it. */
const HEAD = 200;
/** A function in which this stands may not come back. */
const ENDS = /exit|abort|exec|die|dead|fatal|panic|jmp|throw/i;

/** A function that a file defines. Its text is read once for all rules. */
export class DefinedFunction {
  /** Whether another function may take its place. */
  readonly isWeak: boolean;
  /** Whether it may end the program, or jump. */
  readonly mayEnd: boolean;

  constructor(node: Syntax) {
    const text = node.text();
    this.isWeak = /\bweak\b/.test(text.slice(0, HEAD));
    this.mayEnd = ENDS.test(text) || neverReturns(node);
  }
}

/** The file around a function. */
export interface FileOfC {
  readonly types: KnownTypes;
  readonly outside: NamesOfFunction;
  /** The functions that it defines, by name. */
  readonly functions: ReadonlyMap<string, DefinedFunction>;
  readonly isCpp: boolean;
}

/** A function of C with all that stands in it, in the order in which it is written. */
export interface FunctionOfC {
  readonly name: string;
  readonly node: Syntax;
  readonly nodes: readonly Syntax[];
  readonly names: NamesOfFunction;
  readonly uses: UsesOfFunction;
  readonly file: FileOfC;
}

/** A function; undefined where the grammar could not read some of it. */
export function functionOfC(node: Syntax, name: string, file: FileOfC): FunctionOfC | undefined {
  const body = field(node, 'body');
  if (!body) return undefined;
  const nodes: Syntax[] = [];
  const names = new NamesOfFunction(file.types, file.outside);
  const parameters = functionDeclarator(node);
  for (const each of parameters ? meaningful(field(parameters, 'parameters') ?? parameters) : [])
    if (kindOf(each) === 'parameter_declaration') names.keep(each, false);
  const waiting: Syntax[] = [body];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (kindOf(next) === 'ERROR') return undefined;
    if (kindOf(next) === 'lambda_expression' || CLASS.test(kindOf(next))) continue;
    nodes.push(next);
    if (kindOf(next) === 'declaration') names.keep(next, true);
    for (const child of meaningful(next).toReversed()) waiting.push(child);
  }
  return { name, node, nodes, names, uses: new UsesOfFunction(node, nodes), file };
}

const CLASS = /^(?:class|struct|union)_specifier$/;

/** The name by which a call calls a function; empty where it is no plain name. */
export function nameOfCall(node: Syntax): string {
  const callee = field(node, 'function');
  if (!callee) return '';
  const inner = unwrapped(callee);
  return /^(?:identifier|qualified_identifier|template_function)$/.test(kindOf(inner)) ? nameOfCallee(inner) : '';
}
