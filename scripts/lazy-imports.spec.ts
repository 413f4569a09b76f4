import { runInNewContext } from 'node:vm';
import { JsxEmit, ModuleKind, ScriptTarget, transpileModule } from 'typescript';

const { LAZILY, lazyImports } = require('./lazy-imports.cjs') as {
  LAZILY: string;
  lazyImports: (text: string) => string;
};

const compiled = (source: string): string =>
  transpileModule(source, {
    compilerOptions: {
      module: ModuleKind.CommonJS,
      target: ScriptTarget.ES2023,
      esModuleInterop: true,
      experimentalDecorators: true,
      emitDecoratorMetadata: true,
      jsx: JsxEmit.None,
    },
  }).outputText;

const MODULES: Readonly<Record<string, object>> = {
  tea: { __esModule: true, default: 'Assam', pour: (cup: string) => `tea in ${cup}`, KINDS: ['green', 'black'] },
  pot: {
    __esModule: true,
    Pot: class {
      readonly full = true;
    },
  },
};

/** The exports of the source, and the modules that it has loaded so far. */
function run(source: string): { readonly exported: Record<string, unknown>; readonly loaded: string[] } {
  const loaded: string[] = [];
  const exported: Record<string, unknown> = {};
  const load = (name: string) => {
    loaded.push(name);
    return MODULES[name];
  };
  runInNewContext(`${LAZILY}\n${lazyImports(compiled(source))}`, { exports: exported, require: load });
  return { exported, loaded };
}

describe('a module with lazy imports', () => {
  it('loads what it imports when it first uses it, and once', () => {
    const { exported, loaded } = run("import { pour } from 'tea';\nexport const serve = (cup: string) => pour(cup);");
    const serve = exported['serve'] as (cup: string) => string;
    expect(loaded).toEqual([]);
    expect([serve('a mug'), serve('a glass')]).toEqual(['tea in a mug', 'tea in a glass']);
    expect(loaded).toEqual(['tea']);
  });

  it('loads what it passes on when somebody asks for it', () => {
    const { exported, loaded } = run("export { KINDS } from 'tea';\nexport { Pot } from 'pot';");
    expect(loaded).toEqual([]);
    expect(exported['KINDS']).toEqual(['green', 'black']);
    expect(loaded).toEqual(['tea']);
  });

  it.each([
    ['makes objects of an imported class', "import { Pot } from 'pot';\nexport const made = new Pot().full;", true],
    ['spreads an imported list', "import { KINDS } from 'tea';\nexport const made = [...KINDS].length;", 2],
    ['has its default import', "import tea from 'tea';\nexport const made = tea;", 'Assam'],
    ['inherits', "import { Pot } from 'pot';\nexport const made = new (class extends Pot {})().full;", true],
    ['knows its kind', "import { Pot } from 'pot';\nexport const made = ({}) instanceof Pot;", false],
    [
      'has a text with its name',
      "import { pour } from 'tea';\nexport const made = 'tea_1 ' + pour('it');",
      'tea_1 tea in it',
    ],
  ])('%s', (_, source, made) => expect(run(source).exported['made']).toBe(made));

  it('keeps its lines, which stacks name', () => {
    const before = compiled("import { pour } from 'tea';\n\nexport const serve = () => pour('x');\n");
    expect(lazyImports(before).split('\n')).toHaveLength(before.split('\n').length);
    expect(lazyImports(before)).not.toBe(before);
  });

  it('is left as it is if it imports nothing', () =>
    expect(lazyImports("exports.a = 'tea_1.b';")).toBe("exports.a = 'tea_1.b';"));
});
