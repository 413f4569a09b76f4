// A field that is there under a condition has one spelling, `...(condition && { field })`, so that a reader knows it
// at sight. This lists the two others, `...(condition ? { field } : {})` and `condition ? { field } : {}` alone.
// It is part of `npm run lint`.
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const ts = require('typescript');
const { listedFiles } = require('./listed-files.cjs');

const SOURCES = /\.[cm]?ts$/;
/** Samples are code of other people. */
const EXCEPT = /(^|\/)samples\//;

/** The lines of a file that have another spelling. */
function emptyBranches(text) {
  if (!/\{\s*\}/.test(text)) return [];
  const source = ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest, false);
  const lines = [];
  const visit = (node, isSpread) => {
    if (ts.isConditionalExpression(node) && isFieldsOrNothing(node, isSpread))
      lines.push(source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1);
    const spreads = ts.isSpreadAssignment(node) || (isSpread && ts.isParenthesizedExpression(node));
    ts.forEachChild(node, (child) => visit(child, spreads));
  };
  visit(source, false);
  return lines;
}

/** Whether one branch is `{}`, and the other one has fields. A spread may have any other branch. */
function isFieldsOrNothing({ whenTrue, whenFalse }, isSpread) {
  const others = [whenTrue, whenFalse].filter((branch) => !isEmpty(branch));
  return others.length === 1 && (isSpread || ts.isObjectLiteralExpression(withoutParentheses(others[0])));
}

const withoutParentheses = (node) => (ts.isParenthesizedExpression(node) ? withoutParentheses(node.expression) : node);

const isEmpty = (node) => {
  const inner = withoutParentheses(node);
  return ts.isObjectLiteralExpression(inner) && inner.properties.length === 0;
};

function main() {
  const root = join(__dirname, '..');
  const found = listedFiles(root)
    .filter((file) => SOURCES.test(file) && !EXCEPT.test(file))
    .flatMap((file) => emptyBranches(readFileSync(join(root, file), 'utf8')).map((line) => `${file}:${line}`));
  if (found.length === 0) return;
  console.error(`${found.join('\n')}\nWrite ...(condition && { field }) in the object, without a branch {}.`);
  process.exitCode = 1;
}

if (require.main === module) main();

module.exports = { emptyBranches };
