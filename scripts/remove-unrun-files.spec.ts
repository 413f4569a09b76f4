import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const removeUnrunFiles = require('./remove-unrun-files.cjs') as (
  folder: string,
  target?: { platform?: string; arch?: string },
) => { files: number; bytes: number };

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'assay-unrun-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function left(files: Readonly<Record<string, string>>, target = { platform: 'linux', arch: 'x64' }): string[] {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  removeUnrunFiles(folder, target);
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

const all = (...names: string[]) => Object.fromEntries(names.map((name) => [name, '']));

describe('what an image leaves out of its packages', () => {
  it('removes what compilers, debuggers and people read, and keeps code, data and licences', () => {
    expect(
      left({
        ...all('a/index.js', 'a/index.js.map', 'a/index.d.ts', 'a/src/index.ts', 'a/README.md', 'a/LICENSE.md'),
        ...all('a/data.json', 'a/notice', 'a/src/parser.c', 'a/grammar.wasm', 'a/licenses.d.ts'),
      }),
    ).toEqual(['a/LICENSE.md', 'a/data.json', 'a/grammar.wasm', 'a/index.js', 'a/notice']);
  });

  it('removes tests and examples right below a package, scoped and nested ones too, and no deeper folder', () => {
    expect(
      left(
        all(
          '@s/a/test/x.js',
          '@s/a/lib/test/x.js',
          'b/node_modules/c/examples/x.js',
          'b/node_modules/c/x.js',
          'test/x.js',
        ),
      ),
    ).toEqual(['@s/a/lib/test/x.js', 'b/node_modules/c/x.js', 'test/x.js']);
  });

  it('keeps what a file that stays loads, and what that loads in turn', () => {
    expect(
      left({
        'a/index.js': "module.exports = require('./docs/rules');\n",
        'a/docs/rules.js': 'import more from "../test/more.js";\n',
        'a/test/more.js': '',
        'a/test/other.js': "require('./unreached');\n",
        'a/test/unreached.js': '',
      }),
    ).toEqual(['a/docs/rules.js', 'a/index.js', 'a/test/more.js']);
  });

  it('keeps what a manifest gives Node.js, and not its types', () => {
    const manifest = {
      main: './docs/index',
      bin: { a: 'example/run.js' },
      exports: { '.': { types: './index.d.ts', default: './tests/index.mjs' } },
      types: './index.d.ts',
    };
    expect(
      left({
        'a/package.json': JSON.stringify(manifest),
        ...all('a/docs/index.js', 'a/docs/page.js', 'a/example/run.js', 'a/tests/index.mjs', 'a/index.d.ts'),
      }),
    ).toEqual(['a/docs/index.js', 'a/example/run.js', 'a/package.json', 'a/tests/index.mjs']);
  });

  it("keeps the native build of this platform only, by any of the packages' names for it", () => {
    const builds: Record<string, string> = all(
      ...['prebuild-Linux-X64', 'prebuild-Linux-ARM64', 'prebuild-macOS-X64', 'prebuild-Windows-X64'].map(
        (name) => `g/prebuilds/${name}/parser.so`,
      ),
      ...['linux-x64', 'linux-x64-musl', 'darwin-arm64', 'win32-x64', 'linux-arm', 'android-arm64'].map(
        (name) => `h/prebuilds/${name}/h.node`,
      ),
      ...['x86_64-unknown-linux-gnu', 'aarch64-unknown-linux-gnu', 'x86_64-pc-windows-msvc', 'x86_64-apple-darwin'].map(
        (name) => `@t/core/releases/${name}/index.node`,
      ),
      ...['linux-x64', 'linuxmusl-x64', 'darwin-arm64'].map((name) => `s/prebuilds/${name}.node`),
      'h/prebuilds/common/h.js',
    );
    // A package names all of its builds, and loads one.
    builds['s/index.js'] = "require('./prebuilds/darwin-arm64.node'); require('./prebuilds/linuxmusl-x64.node');";
    const of = (system: string, h: string, release: string) => [
      `@t/core/releases/${release}/index.node`,
      `g/prebuilds/${system}/parser.so`,
      'h/prebuilds/common/h.js',
      `h/prebuilds/${h}/h.node`,
      's/index.js',
      `s/prebuilds/${h}.node`,
    ];
    expect(left(builds)).toEqual(of('prebuild-Linux-X64', 'linux-x64', 'x86_64-unknown-linux-gnu'));
    rmSync(folder, { recursive: true });
    expect(left(builds, { platform: 'darwin', arch: 'arm64' })).toEqual([
      'h/prebuilds/common/h.js',
      'h/prebuilds/darwin-arm64/h.node',
      's/index.js',
      's/prebuilds/darwin-arm64.node',
    ]);
  });

  it("keeps TypeScript's own library, which engines read", () => {
    expect(left(all('typescript/lib/lib.es2023.d.ts', 'typescript/lib/typescript.d.ts', 'a/lib/lib.d.ts'))).toEqual([
      'typescript/lib/lib.es2023.d.ts',
    ]);
  });

  it('follows no link, and removes folders that it emptied', () => {
    mkdirSync(join(folder, 'packages/@own'), { recursive: true });
    mkdirSync(join(folder, 'own'));
    writeFileSync(join(folder, 'own/index.ts'), '');
    symlinkSync('../../own', join(folder, 'packages/@own/a'));
    mkdirSync(join(folder, 'packages/b/types'), { recursive: true });
    writeFileSync(join(folder, 'packages/b/types/b.d.ts'), '');
    writeFileSync(join(folder, 'packages/b/b.js'), '');
    expect(removeUnrunFiles(join(folder, 'packages'))).toEqual({ files: 1, bytes: 0 });
    expect(readdirSync(join(folder, 'own'))).toEqual(['index.ts']);
    expect(readdirSync(join(folder, 'packages/b'))).toEqual(['b.js']);
  });
});
