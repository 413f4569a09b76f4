import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { targetKinds } from '../libs/scanning/src/targets/kinds';

const ROOT = join(__dirname, '..');
const OWN = 'libs/scanning/src/targets/kinds/';

/** A code host has the id of its kind: what is about the host, and about no target, may name it. */
const CODE_HOSTS = ['hosta', 'hostb'];
/** Where a kind is named outside of its module, and why. */
const NAMED_ELSEWHERE: Readonly<Record<string, string>> = {
  'libs/automations/src/domain/automation-fields.ts: url': 'a domain knows no other library; the values are stored',
  'libs/automations/src/domain/automation-fields.ts: container': 'the same',
  'libs/automations/src/domain/automation-fields.ts: pkgreg': 'the same',
  'libs/automations/src/firing/scan-source.ts: url': 'an address that is of no code host is a page',
};
/** Words of English, which mean the kind only where a kind or a source type is asked for. */
const WORDS = ['directory', 'url', 'upload', 'mobile'];

/** The catalogue has words of its own for targets, and its library knows no other. */
const CATALOGUE = 'libs/analysis/';

const sources = String(execFileSync('git', ['ls-files', '-z', 'libs'], { cwd: ROOT }))
  .split('\0')
  .filter(
    (file) =>
      /^libs\/[^/]+\/src\/.*\.ts$/.test(file) &&
      !file.endsWith('.spec.ts') &&
      ![OWN, CATALOGUE].some((folder) => file.startsWith(folder)),
  );

/** Whether a literal is compared with a kind or a source type, or given as one. */
function isKind(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isPropertyAssignment(parent)) return ['kind', 'sourceType'].includes(parent.name.getText());
  if (!ts.isBinaryExpression(parent)) return ts.isConditionalExpression(parent) || isListOfTypes(parent);
  const other = parent.left === node ? parent.right : parent.left;
  return /(^|\.)(kind|sourceType)$|targetKindOf\(/.test(other.getText());
}

const isListOfTypes = (node: ts.Node): boolean =>
  ts.isArrayLiteralExpression(node) &&
  (/_TYPES = /.test(node.parent.parent.getText()) || /targetKindOf\(/.test(node.parent.parent.getText()));

function kindsNamedIn(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const kinds = Object.keys(targetKinds).filter((kind) => !CODE_HOSTS.includes(kind));
  if (!kinds.some((kind) => text.includes(`'${kind}'`))) return [];
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteral(node) && kinds.includes(node.text) && (!WORDS.includes(node.text) || isKind(node)))
      found.add(`${file}: ${node.text}`);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return [...found];
}

describe('a kind of target', () => {
  it('is named in its own module, and elsewhere only for a reason', () =>
    expect(sources.flatMap(kindsNamedIn).sort()).toEqual(Object.keys(NAMED_ELSEWHERE).sort()));
});
