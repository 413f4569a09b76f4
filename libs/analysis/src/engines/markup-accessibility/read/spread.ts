import ts from 'typescript';
import { expressionOf } from './constants';
import { NO_SCOPE, type Scope } from './meaning';
import { meaningOf, nameOf } from './scope';

/** An attribute of an object that a template spreads over an element: its name in lower case and its expression. */
interface SpreadAttribute {
  readonly name: string;
  readonly code: string;
  readonly scope: Scope;
}

/** The attributes that an object stands for, `v-bind="{ … }"`; undefined if the file does not say all of them. */
export function spreadIn(code: string, scope: Scope): readonly SpreadAttribute[] | undefined {
  const written = scope === NO_SCOPE && !/^\s*\{/.test(code) ? undefined : expressionOf(code);
  const whole = written && meaningOf(written, scope);
  if (!whole || !ts.isObjectLiteralExpression(whole.expression)) return undefined;
  const found: SpreadAttribute[] = [];
  for (const each of whole.expression.properties) {
    const name = each.name && nameOf(each.name);
    if (!ts.isPropertyAssignment(each) || name === undefined) return undefined;
    found.push({ name: name.toLowerCase(), code: each.initializer.getText(), scope: whole.scope });
  }
  return found;
}
