import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Linter } from 'eslint';
import { matchers } from './quick-selectors';
import { hastenTraversal, internalsOfEslint, quickTraverser } from './quick-traversal';

const esquery = require(require.resolve('esquery', { paths: [require.resolve('eslint')] })) as {
  matches: Parameters<typeof matchers>[0];
};
const own = matchers({ ...esquery }.matches);
const { SourceCodeTraverser, ...internals } = internalsOfEslint();
const { getInstance } = SourceCodeTraverser;

type Language = Parameters<typeof getInstance>[0];
type Traverser = ReturnType<typeof getInstance>;
type SourceCode = Parameters<Traverser['traverseSync']>[0];
type Visitor = Parameters<Traverser['traverseSync']>[1];

const linter = join(require.resolve('eslint/package.json'), '..', 'lib');
const { SourceCodeVisitor } = require(join(linter, 'linter/source-code-visitor.js')) as {
  SourceCodeVisitor: new () => Visitor & { add(name: string, listener: (...asked: unknown[]) => void): void };
};
const language = require(join(linter, 'languages/js')) as Language;

const NAMES = [
  '*',
  '*:exit',
  'Identifier',
  'Identifier:exit',
  ':statement',
  ':statement:exit',
  ':function',
  ':matches(ForStatement, ReturnStatement)',
  ':matches(AssignmentExpression, VariableDeclarator[init]):exit',
  'CallExpression, NewExpression',
  'CallExpression[callee.name="done"]',
  'FunctionDeclaration > BlockStatement Identifier',
  ':function > BlockStatement > IfStatement > BlockStatement > ReturnStatement',
  'ForStatement Identifier:exit',
  'onCodePathStart',
  'onCodePathSegmentStart',
  'onCodePathSegmentLoop',
  'onCodePathEnd',
];

const TEXT = `
function outer(a, { b }) {
  for (let i = 0; i < a.length; i += 1) { const [first] = a.map(({ x }) => [x, b]); if (!first) { return done(i); } }
  try { new Window({ a, b: 1 }); } catch (error) { done(error); }
}
function early(x) { if (x) { return; } }
class Some { field = () => { this.field = outer; }; }
`;

/** The calls of the listeners of all these names, in order. */
function heard(traverser: Traverser, sourceCode: SourceCode): string[] {
  const said: string[] = [];
  const visitor = new SourceCodeVisitor();
  for (const name of NAMES)
    for (const which of ['first', 'second'])
      visitor.add(name, (...asked) => said.push([name, which, ...asked.map(shown)].join(' | ')));
  traverser.traverseSync(sourceCode, visitor);
  return said;
}

/** A node, a path or a segment of code. */
function shown(asked: unknown): string {
  const { type, range, id } = asked as { type?: string; range?: readonly number[]; id?: unknown };
  return range ? `${type} ${range.join('-')}` : String(id);
}

function sourceOf(text: string): SourceCode {
  const verifier = new Linter();
  expect(verifier.verify(text, [{}])).toEqual([]);
  return verifier.getSourceCode() as unknown as SourceCode;
}

describe('the quicker way through a tree', () => {
  const quick = quickTraverser(language, { SourceCodeTraverser, ...internals }, own);
  const slow = getInstance.call(SourceCodeTraverser, language);

  it('tells listeners what that of ESLint tells them, in the same order', () => {
    for (const text of [TEXT, readFileSync(join(__dirname, '../../../../../scripts/bundle-command.cjs'), 'utf8')]) {
      const expected = heard(slow, sourceOf(text));
      const said = heard(quick, sourceOf(text));
      expect(said).toEqual(expected);
    }
    const names = heard(slow, sourceOf(TEXT)).map((each) => each.split(' | ')[0]);
    expect(new Set(names)).toEqual(new Set(NAMES));
  });

  it('names the node at which a listener threw', () => {
    for (const traverser of [quick, slow]) {
      const visitor = new SourceCodeVisitor();
      visitor.add('CallExpression', () => {
        throw new Error('broken');
      });
      const source = sourceOf('const a = 1;\nb(a);');
      let thrown: unknown;
      try {
        traverser.traverseSync(source, visitor);
      } catch (error) {
        thrown = error;
      }
      expect(thrown).toMatchObject({ message: 'broken', currentNode: { type: 'CallExpression' } });
    }
  });

  it('is the one that ESLint uses once it is put in place', () => {
    hastenTraversal();
    expect(SourceCodeTraverser.getInstance(language)).not.toBe(slow);
    expect(SourceCodeTraverser.getInstance(language)).toBe(SourceCodeTraverser.getInstance(language));
  });
});
