import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { flowTools } from '../../../catalogue/flow';
import { engine } from '../flow.engine';
import { ParserFailed, TreeParser } from '../../kit/parsers/tree-parser';
import { readerOf } from './read-syntax';

const FLOW = "require('express')().get('/', (req) => require('child_process').exec(req.query.q));\n";
const MEGABYTE = 1024 * 1024;
/** A file of nothing but statements, none of which says anything. */
const HOSTILE = ';'.repeat(MEGABYTE);

/** The findings of the engine in this process about the files. */
async function said(files: Readonly<Record<string, string>>): Promise<string[]> {
  const root = mkdtempSync(join(tmpdir(), 'assay-flow-'));
  const all: string[] = [];
  const nothing = () => undefined;
  try {
    for (const [file, text] of Object.entries(files)) writeFileSync(join(root, file), text);
    const staged = Object.entries(files).map(([file, { length }]) => ({ staged: file, path: file, size: length }));
    const tools = flowTools.filter(({ id }) => id === 'js-data-flow');
    await engine.run({ engine: 'flow', tools, root, files: staged, scratch: root } as never, {
      engine: nothing,
      finding: (_, { file, rule }) => void all.push(`${file}: ${rule}`),
      unreadable: (_, file, reason) => void all.push(`${file}: ${reason}`),
      completed: nothing,
      failed: nothing,
      skipped: nothing,
      progress: nothing,
    });
    return all;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

afterEach(() => jest.restoreAllMocks());

describe('the parser of syntax trees', () => {
  it('is started anew where a hostile text has made its memory grow', async () => {
    const starts = jest.spyOn(TreeParser, 'start');
    (await readerOf('TypeScript'))(HOSTILE);
    expect((await readerOf('TypeScript'))('f()').children()[0]!.kind()).toBe('expression_statement');
    const parsers = await Promise.all(starts.mock.results.map(({ value }) => value as Promise<TreeParser>));
    expect(parsers.map(({ isSpent }) => isSpent)).toEqual([true, false]);
    for (const { bytes } of parsers) expect(bytes).toBeLessThan(512 * MEGABYTE);
  });

  it('is started anew where it broke within a text', async () => {
    const parser = await TreeParser.start();
    await parser.load('java', '@vscode/tree-sitter-wasm/wasm/tree-sitter-java.wasm');
    expect(parser.isSpent).toBe(false);
    expect(() => parser.read('java', {} as string)).toThrow(ParserFailed);
    expect(parser.isSpent).toBe(true);
  });

  it('costs no more than the file at which it breaks', async () => {
    const { read } = TreeParser.prototype;
    jest.spyOn(TreeParser.prototype, 'read').mockImplementation(function (this: TreeParser, name, text) {
      return read.call(this, name, text.startsWith('broken') ? ({} as string) : text);
    });
    expect(await said({ 'a.js': 'broken()\n', 'b.js': FLOW })).toEqual([
      'a.js: the parser broke',
      'b.js: command-injection',
    ]);
  });
});
