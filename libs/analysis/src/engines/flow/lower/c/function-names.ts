import { type Syntax, field, kindOf, meaningful } from '../syntax';

export function functionDeclarator(node: Syntax): Syntax | undefined {
  let declarator = field(node, 'declarator');
  while (declarator && kindOf(declarator) !== 'function_declarator')
    declarator =
      field(declarator, 'declarator') ?? meaningful(declarator).find((child) => kindOf(child).endsWith('declarator'));
  return declarator;
}

export function nameOfFunction(declarator: Syntax): string {
  let name = field(declarator, 'declarator');
  while (name && kindOf(name) === 'qualified_identifier') name = field(name, 'name');
  while (name && kindOf(name).endsWith('declarator')) name = field(name, 'declarator') ?? meaningful(name)[0];
  return name?.text() ?? '';
}

/** The class before `::`, of the last one where there are several. */
export function scopeOf(name: Syntax): string | undefined {
  let scope: string | undefined;
  let node: Syntax | undefined = name;
  while (node && kindOf(node) === 'qualified_identifier') {
    const written = field(node, 'scope');
    scope = written && (field(written, 'name') ?? written).text();
    node = field(node, 'name');
  }
  return scope;
}
