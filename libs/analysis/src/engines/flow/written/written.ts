import { functionDeclarator, nameOfFunction } from '../lower/c/function-names';
import { type Syntax, field, kindOf, meaningful } from '../lower/syntax';
import { judgeAssertions } from './assertions';
import { judgeExpressions } from './expressions';
import { DefinedFunction, type Fault, type FileOfC, functionOfC } from './function';
import { judgeLoops } from './loops';
import { judgeResults } from './results';
import { judgeSwitches } from './switches';
import { type KnownTypes, NamesOfFunction } from './types';
import { judgeVoidPointers } from './void-pointers';

/** Nodes in which functions and variables of a file stand. */
const HOLDS = new RegExp(
  '^(?:translation_unit|namespace_definition|linkage_specification|template_declaration|declaration_list|' +
    'preproc_(?:if|ifdef|else|elif|elifdef)|class_specifier|struct_specifier|field_declaration_list|type_definition)$',
);

/** The faults that a file of C or C++ shows by what stands in it, whatever comes in. */
export function faultsOf(root: Syntax, file: string, types: KnownTypes): Fault[] {
  const outside = new NamesOfFunction(types);
  const found: { readonly name: string; readonly node: Syntax }[] = [];
  const waiting: Syntax[] = [root];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (kindOf(next) === 'function_definition') {
      const declarator = functionDeclarator(next);
      if (declarator) found.push({ name: nameOfFunction(declarator), node: next });
    } else if (kindOf(next) === 'declaration') outside.keep(next, false);
    else if (HOLDS.test(kindOf(next))) for (const child of meaningful(next).toReversed()) waiting.push(child);
  }
  const plain = found
    .filter(({ node }) => isPlain(node))
    .map(({ name, node }) => [name, new DefinedFunction(node)] as const);
  const around: FileOfC = { types, outside, functions: new Map(plain), isCpp: !/\.c$/i.test(file) };
  const faults: Fault[] = [];
  const tell = (fault: Fault): void => void faults.push(fault);
  const forms = found.map(({ node, name }) => functionOfC(node, name, around)).filter((form) => form !== undefined);
  for (const form of forms) {
    judgeExpressions(form, tell);
    judgeSwitches(form, tell);
    judgeLoops(form, tell);
    judgeResults(form, tell);
    judgeAssertions(form, tell);
  }
  judgeVoidPointers(forms, tell);
  return faults;
}

/** Whether it is a function of its own, and no method. */
const isPlain = (node: Syntax): boolean => {
  const name = functionDeclarator(node);
  const written = name && field(name, 'declarator');
  return written !== undefined && kindOf(written) === 'identifier';
};
