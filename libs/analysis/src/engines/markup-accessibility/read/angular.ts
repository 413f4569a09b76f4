import ts from 'typescript';
import { type Markup, markupOf } from '../markup';
import { sheetsOfComponent } from '../style/component-sheets';
import { addListenersOfComponent } from './component-scripts';
import { type Surroundings, readHtml } from './html';
import { positionsIn } from './positions';
import { valueAt } from './scope';
import { scopeOfScript } from './template-scope';

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
        const scope = scopeOfScript(text, written);
        const markup = readHtml(written, { ...surroundings, line, column, hasMarksOfWords: true, scope });
        (markup.root.handlers as Map<string, string>).set('file', text);
        const hears = found.length === 0 && addListenersOfComponent(markup.root, text);
        const all = hears ? markupOf(markup.root, markup) : markup;
        found.push({ ...all, sheets: stylesOf(node).flatMap(sheetsOfComponent) });
      }
    } else ts.forEachChild(node, look);
  };
  look(source);
  return found;
}

function templateOf(decorator: ts.Decorator): ts.StringLiteralLike | undefined {
  const template = optionOf(decorator, 'template');
  return template && ts.isStringLiteralLike(template) ? template : undefined;
}

/** The style sheets that a component has in its own file. */
function stylesOf(decorator: ts.Decorator): readonly string[] {
  const styles = optionOf(decorator, 'styles');
  const all = styles && ts.isArrayLiteralExpression(styles) ? styles.elements : styles ? [styles] : [];
  return all.flatMap((each) => (ts.isStringLiteralLike(each) ? [each.text] : []));
}

function optionOf({ expression }: ts.Decorator, name: string): ts.Expression | undefined {
  if (!ts.isCallExpression(expression) || !ts.isIdentifier(expression.expression)) return undefined;
  const [options] = expression.arguments;
  if (expression.expression.text !== 'Component' || !options || !ts.isObjectLiteralExpression(options))
    return undefined;
  return valueAt(options, name);
}
