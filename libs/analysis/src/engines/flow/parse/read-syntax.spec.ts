import { type SgNode, parse } from '@ast-grep/napi';
import { registerParsers } from '../../kit/parsers/register-parsers';
import { type Syntax, placeOfNode } from '../lower/syntax';
import { columnOf, lineOf, placeOf } from '../ir';
import { cOf, cppOf } from '../test/c-programs';
import { csharpOf } from '../test/csharp-programs';
import { goOf } from '../test/go-programs';
import { javaOf } from '../test/java-programs';
import { kotlinOf } from '../test/kotlin-programs';
import { phpOf } from '../test/php-programs';
import { programs } from '../test/programs';
import { rubyOf } from '../test/ruby-programs';
import { readerOf } from './read-syntax';

const named = ({ what }: { readonly what: string }): string => what;
const texts = (sources: readonly Readonly<Record<string, string>>[]): string[] =>
  sources.flatMap((files) => Object.values(files));

/** The languages that ast-grep reads without a package. */
const BUILT_IN = new Set(['TypeScript', 'Tsx']);

/** Code that is broken, cut off, in letters beyond the first 65,536, nested, or not there. */
const ODD = ['', '\n', 'a\r\n  b\r\n', '"😀" + é(x) + 1', '((((((1', 'x = = }', 'f(a, b', '/* ', '`${a', '#{', '\0 a'];

const GRAMMARS: readonly (readonly [string, readonly string[]])[] = [
  ['c', [...texts(programs.map(named).map(cOf)), '#if A\nint f(\n#else\nint g(\n#endif\nint a);\n']],
  ['cpp', [...texts(programs.map(named).map(cppOf)), 'template <class... A> auto f(A&&... a) -> decltype(g(a...));']],
  ['TypeScript', texts(programs.map(({ javascript }) => javascript))],
  ['Tsx', [...texts(programs.map(({ javascript }) => javascript)), 'const a = <b c={d}>e{f()}</b>;']],
  ['csharp', texts(programs.map(named).map(csharpOf))],
  ['go', texts(programs.map(named).map(goOf))],
  ['java', texts(programs.map(named).map(javaOf))],
  ['kotlin', [...texts(programs.map(named).map(kotlinOf)), 'val a = b?.let { it::c } ?: null!!']],
  ['php', texts(programs.map(named).map(phpOf))],
  ['python', [...texts(programs.map(({ python }) => python)), 'a not in b is not c\n']],
  ['ruby', texts(programs.map(named).map(rubyOf))],
];

beforeAll(() =>
  expect(registerParsers(GRAMMARS.map(([grammar]) => grammar).filter((grammar) => !BUILT_IN.has(grammar)))).toEqual(
    new Map(),
  ),
);

/** Each node with all that is asked of it, in the order in which they are written. */
function told(root: Syntax | SgNode, placeOf: (node: never) => readonly number[]): unknown[] {
  const all: unknown[] = [];
  const waiting: (Syntax | SgNode)[] = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const { start, end } = node.range();
    const nodes: readonly (Syntax | SgNode)[] = node.children();
    const name = node.field('name');
    const parameters: readonly (Syntax | SgNode)[] = node.fieldChildren('parameters');
    all.push([
      node.kind(),
      node.isNamed(),
      node.text(),
      [start.line, start.column, start.index, end.line, end.column, end.index],
      placeOf(node as never),
      nodes.length,
      node.namedChildren().length,
      node.child(1)?.kind(),
      node.parent()?.kind(),
      node.prev()?.text(),
      name?.text(),
      parameters.map((each) => each.text()),
    ]);
    waiting.push(...nodes.toReversed());
  }
  return all;
}

describe.each(GRAMMARS)('a tree of %s that was copied', (grammar, sources) => {
  it.each([...sources, ...ODD].map((text) => [text.slice(0, 60), text] as const))(
    'is that of ast-grep: %j',
    async (_, text) => {
      const read = await readerOf(grammar);
      const copied = told(read(text), (node: Syntax) => [lineOf(placeOfNode(node)), columnOf(placeOfNode(node))]);
      const asked = told(parse(grammar, text).root(), (node: SgNode) => {
        const { line, column } = node.range().start;
        const place = placeOf(line + 1, column + 1);
        return [lineOf(place), columnOf(place)];
      });
      expect(copied).toEqual(asked);
    },
  );
});

it('copies a tree that is nested as deeply as a file may be long', async () => {
  const read = await readerOf('java');
  let node: Syntax | undefined = read('('.repeat(1024 * 1024));
  let depth = 0;
  for (; node; node = node.children()[0]) depth += 1;
  expect(depth).toBeGreaterThan(1);
});
