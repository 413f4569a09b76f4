import { engineOn } from '../../../test/engine-alone';

const ENGINES = [
  ['redocly', '@redocly/openapi-core', 'openapi-redocly'],
  ['spectral', '@stoplight/spectral-core', 'openapi-spectral'],
] as const;

/** One that lacks what every linter of descriptions asks for. */
const DESCRIPTION = 'openapi: 3.0.3\ninfo: {title: Orders, version: "1"}\npaths:\n  /orders/: {get: {}}\n';
const OTHERS = {
  'package.json': '{"name": "app"}\n',
  'ci.yml': 'on: push\n',
  'binary.json': 'openapi: \0',
  'large.yaml': `openapi: 3.0.3\n${'# filled\n'.repeat(300_000)}`,
};

describe.each(ENGINES)('the engine %s', (engine, itsPackage, tool) => {
  it('loads nothing of its package where no file describes an API, and checks all files', () => {
    const { reported, packages } = engineOn(engine, OTHERS);
    expect(packages.filter((name) => name === itsPackage || name.startsWith('@stoplight/'))).toEqual([]);
    expect(reported).toContainEqual({ kind: 'completed', tool, what: { filesChecked: 4 } });
    expect(reported.filter(({ kind }) => kind === 'unreadable').map(({ what }) => what)).toEqual([
      'binary.json',
      'large.yaml',
    ]);
  });

  it('judges a description among other files, in UTF-16, too', () => {
    const content = Buffer.from(`\uFEFF${DESCRIPTION}`, 'utf16le');
    const { reported, packages } = engineOn(engine, { ...OTHERS, 'orders.yaml': content });
    expect(packages).toContain(itsPackage);
    expect(reported.filter((each) => each.kind === 'finding').map(({ what }) => what)).toContainEqual(
      expect.objectContaining({ file: 'orders.yaml' }),
    );
  });
});
