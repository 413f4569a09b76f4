import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catalogue } from '@assay/analysis';

const ROOT = join(__dirname, '..');
const SOURCE = `import sqlite3
from flask import request

sqlite3.connect('notes').cursor().execute("SELECT * FROM notes WHERE title = '" + request.args['title'] + "'")
`;

/** A script that makes the bundle below the installation, where packages are found, and lets it judge one file. */
const script = (bundle: string, root: string): string => `
  const pass = ${JSON.stringify({
    root,
    tools: catalogue.filter(({ id }) => id === 'py-data-flow'),
    files: [{ staged: 'app.py', size: SOURCE.length }],
  })};
  const told = [];
  const report = new Proxy({}, { get: (_, kind) => (...said) => told.push([kind, ...said]) });
  (async () => {
    const source = 'libs/analysis/src/engines/flow/flow.engine.ts';
    await require('./scripts/bundle-engine.cjs')(process.cwd(), require('node:path').resolve(source), '${bundle}');
    await require('${bundle}').engine.run(pass, report);
    const own = Object.keys(require.cache).filter((file) => !file.includes('/node_modules/'));
    console.log(JSON.stringify({ told, own: own.filter((file) => file.includes('/engines/')) }));
  })();`;

describe('the bundle of the data flow engine', () => {
  let folder: string;

  beforeAll(() => {
    const cache = join(ROOT, 'node_modules/.cache');
    mkdirSync(cache, { recursive: true });
    folder = realpathSync(mkdtempSync(join(cache, 'bundle-')));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('finds what the engine finds, and loads none of its files', () => {
    const target = mkdtempSync(join(tmpdir(), 'assay-bundled-'));
    try {
      writeFileSync(join(target, 'app.py'), SOURCE);
      const printed = execFileSync(process.execPath, {
        input: script(join(folder, 'engine.js'), target),
        cwd: ROOT,
        encoding: 'utf8',
      });
      const { told, own } = JSON.parse(printed) as { told: [string, string, Record<string, unknown>][]; own: string[] };
      expect(told.filter(([kind]) => kind === 'finding')).toEqual([
        ['finding', 'py-data-flow', expect.objectContaining({ rule: 'sql-injection', file: 'app.py', line: 4 })],
      ]);
      expect(told.filter(([kind]) => /failed|unreadable/.test(kind))).toEqual([]);
      expect(own).toEqual([]);
    } finally {
      rmSync(target, { recursive: true, force: true });
    }
  });
});
