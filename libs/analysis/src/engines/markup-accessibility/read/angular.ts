import ts from 'typescript';
import type { Markup } from '../markup';
import { type Surroundings, readHtml } from './html';
import { positionsIn } from './positions';

/** Reads the templates that components of Angular have in their own file. */
export function readAngular(path: string, text: string, surroundings: Surroundings): readonly Markup[] {
  if (!/\btemplate\s*:\s*[`'"]/.test(text) || !text.includes('@Component')) return [];
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false, ts.ScriptKind.TS);
  const positions = positionsIn(text);
  const found: Markup[] = [];
  const look = (node: ts.Node): void => {
    if (ts.isDecorator(node)) {
      const template = templateOf(node);
      if (template) {
        const { line, column } = positions.at(template.getStart(source) + 1);
        const written = text.slice(template.getStart(source) + 1, template.getEnd() - 1);
        found.push(readHtml(written, { ...surroundings, line, column }));
      }
    } else ts.forEachChild(node, look);
  };
  look(source);
  return found;
}

function templateOf({ expression }: ts.Decorator): ts.StringLiteralLike | undefined {
  if (!ts.isCallExpression(expression) || !ts.isIdentifier(expression.expression)) return undefined;
  const [options] = expression.arguments;
  if (expression.expression.text !== 'Component' || !options || !ts.isObjectLiteralExpression(options))
    return undefined;
  for (const property of options.properties) {
    if (!ts.isPropertyAssignment(property) || !ts.isIdentifier(property.name)) continue;
    if (property.name.text === 'template' && ts.isStringLiteralLike(property.initializer)) return property.initializer;
  }
  return undefined;
}
