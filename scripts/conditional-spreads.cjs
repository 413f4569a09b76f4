// A field that is there under a condition has one spelling, `...(condition && { field })`, so that a reader knows it at
// sight and no empty object is made. This lists the other spelling, `...(condition ? { field } : {})`, and is part of
// `npm run lint`.
const { execFileSync } = require('node:child_process');
const { existsSync, readFileSync } = require('node:fs');
const { join } = require('node:path');
const ts = require('typescript');

const SOURCES = /\.[cm]?ts$/;
/** Samples are code of other people. What data flow does for each step is changed only with a measurement beside it. */
const EXCEPT = /(^|\/)samples\/|^libs\/analysis\/src\/engines\/flow\//;

/** The lines of a file that have the other spelling. */
function emptySpreads(text) {
  if (!/\{\s*\}/.test(text)) return [];
  const source = ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest, false);
  const lines = [];
  const visit = (node) => {
    if (ts.isSpreadAssignment(node)) {
      const spread = withoutParentheses(node.expression);
      if (ts.isConditionalExpression(spread) && [spread.whenTrue, spread.whenFalse].some(isEmpty))
        lines.push(source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return lines;
}

const withoutParentheses = (node) => (ts.isParenthesizedExpression(node) ? withoutParentheses(node.expression) : node);

const isEmpty = (node) => {
  const inner = withoutParentheses(node);
  return ts.isObjectLiteralExpression(inner) && inner.properties.length === 0;
};

function main() {
  const root = join(__dirname, '..');
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
  const found = [...new Set(String(listed).split('\0'))]
    // A file that is deleted and not committed yet is still listed.
    .filter((file) => SOURCES.test(file) && !EXCEPT.test(file) && existsSync(join(root, file)))
    .flatMap((file) => emptySpreads(readFileSync(join(root, file), 'utf8')).map((line) => `${file}:${line}`));
  if (found.length === 0) return;
  console.error(`${found.join('\n')}\nWrite ...(condition && { field }) instead of ...(condition ? { field } : {}).`);
  process.exitCode = 1;
}

if (require.main === module) main();

module.exports = { emptySpreads };
