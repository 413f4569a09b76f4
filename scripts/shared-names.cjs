// One name means one thing, so that a reader knows a type by its name wherever it is imported from. This lists exported
// types that share a name and differ in shape, and is part of `npm run lint`. Files are read without types.
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const ts = require('typescript');
const { listedFiles } = require('./listed-files.cjs');

const SOURCES = /^libs\/[^/]+\/src\/.*(?<!\.spec)\.ts$/;
/**
 * An engine's names are its own: `npm run lint:boundaries` lets no other engine and no other library import them. Data
 * flow lowers each language separately. `infrastructure` uses the rules of the engines below.
 */
const SCOPE = /^libs\/analysis\/src\/engines\/(?:(flow\/lower\/[a-z]+)\/|(?!kit\/|runtime\/)([a-z-]+)\/)/;
const ASKED = 'infrastructure';
const ASKS = new Set(['ansible', 'cloudformation', 'gitlab-ci', 'kubernetes', 'terraform']);
/** A response has the API's name for its resource. */
const RESPONSES = /^libs\/http-api\/src\/.*\.responses\.ts$/;

const KINDS = [ts.isInterfaceDeclaration, ts.isTypeAliasDeclaration, ts.isClassDeclaration, ts.isEnumDeclaration];

/** The exported types of a file: each with its name, its text without comments and spaces, and its place. */
function exportedTypes(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false);
  const printer = ts.createPrinter({ removeComments: true });
  return source.statements
    .filter((statement) => KINDS.some((isKind) => isKind(statement)) && statement.name)
    .filter((statement) => ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword))
    .map((statement) => ({
      name: statement.name.text,
      shape: printer.printNode(ts.EmitHint.Unspecified, statement, source).replace(/\s+/g, ''),
      file,
      line: source.getLineAndCharacterOfPosition(statement.getStart(source)).line + 1,
    }));
}

const scopeOf = ({ file }) => {
  const [, language, engine] = SCOPE.exec(file) ?? [];
  return language ?? engine;
};

/** Whether one reader can meet both types. */
function meet(one, other) {
  const [scope, otherScope] = [scopeOf(one), scopeOf(other)];
  if (scope === otherScope) return scope !== undefined || RESPONSES.test(one.file) === RESPONSES.test(other.file);
  if (scope !== undefined && otherScope !== undefined)
    return (scope === ASKED && ASKS.has(otherScope)) || (otherScope === ASKED && ASKS.has(scope));
  const [inside, outside] = scope === undefined ? [otherScope, one] : [scope, other];
  return !inside.includes('/') && outside.file.startsWith('libs/analysis/');
}

/** The lines `<name>: <file>:<line>, <file>:<line>`. `texts` has the text of each file by its path. */
function sharedNames(texts) {
  const types = new Map();
  for (const [file, text] of texts)
    for (const type of exportedTypes(file, text)) types.set(type.name, [...(types.get(type.name) ?? []), type]);
  return [...types].sort().flatMap(([name, all]) => {
    const shared = all.filter((one) => all.some((other) => one.shape !== other.shape && meet(one, other)));
    return shared.length === 0 ? [] : [`${name}: ${shared.map(({ file, line }) => `${file}:${line}`).join(', ')}`];
  });
}

function sources(root) {
  const files = listedFiles(root).filter((file) => file.startsWith('libs/') && SOURCES.test(file));
  return new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
}

function main() {
  const found = sharedNames(sources(join(__dirname, '..')));
  if (found.length === 0) return;
  console.error(`${found.join('\n')}\nThese names mean several things. Give each thing a name of its own.`);
  process.exitCode = 1;
}

if (require.main === module) main();

module.exports = { sharedNames };
