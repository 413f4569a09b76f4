import { sha256Hex } from '@assay/kernel';
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyFixes, readyFiles, undo } from './apply-fixes';
import type { PlannedFile } from './planned-fixes';
import { readTextFile, replaceText } from './text-file';

describe('a file that is fixed', () => {
  let root: string;
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'assay-fix-')));
    writeFileSync(join(root, 'a.js'), 'var a;\n', { mode: 0o640 });
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const plan = (path: string, text: string): PlannedFile => ({
    path,
    digest: sha256Hex(text),
    edits: [{ start: 0, end: 3, text: 'let', startLine: 1, startColumn: 1, endLine: 1, endColumn: 4 }],
    fixes: [],
    overlapping: [],
  });
  const applied = async (...plans: PlannedFile[]) => {
    const { ready, left } = await readyFiles(root, plans);
    const done = await applyFixes(root, ready, new AbortController().signal);
    return { applied: done.applied, reasons: [...left, ...done.left].map(({ reason }) => reason) };
  };

  it('keeps its mode, and nothing is left beside it', async () => {
    expect((await applied(plan('a.js', 'var a;\n'))).reasons).toEqual([]);
    expect(read('a.js')).toBe('let a;\n');
    expect(statSync(join(root, 'a.js')).mode & 0o777).toBe(0o640);
    expect(readdirSync(root)).toEqual(['a.js']);
  });

  it('keeps its byte order mark', async () => {
    writeFileSync(join(root, 'a.js'), '\ufeffvar a;\n');
    await applied(plan('a.js', 'var a;\n'));
    expect(read('a.js')).toBe('\ufefflet a;\n');
  });

  it('is left where it changed after the analysis', async () => {
    writeFileSync(join(root, 'a.js'), 'var b;\n');
    expect((await applied(plan('a.js', 'var a;\n'))).reasons).toEqual(['has changed since it was analysed']);
    expect(read('a.js')).toBe('var b;\n');
  });

  it('is left where it changed after it was read', async () => {
    const file = await readTextFile(root, 'a.js');
    writeFileSync(join(root, 'a.js'), 'mine\n');
    await expect(replaceText(root, file, 'let a;\n')).rejects.toThrow('has changed since it was analysed');
    expect(read('a.js')).toBe('mine\n');
    expect(readdirSync(root)).toEqual(['a.js']);
  });

  it('is never reached through a link, and another name of it keeps its text', async () => {
    const outside = realpathSync(mkdtempSync(join(tmpdir(), 'assay-outside-')));
    writeFileSync(join(outside, 'b.js'), 'var a;\n');
    symlinkSync(join(outside, 'b.js'), join(root, 'link.js'));
    symlinkSync(outside, join(root, 'folder'));
    linkSync(join(root, 'a.js'), join(outside, 'other.js'));
    mkdirSync(join(root, 'dir.js'));
    const { reasons } = await applied(
      ...['link.js', 'folder/b.js', '../outside.js', 'dir.js', 'absent.js', 'a.js'].map((path) =>
        plan(path, 'var a;\n'),
      ),
    );
    expect(reasons).toEqual([
      'is a symbolic link',
      'is reached through a symbolic link',
      'is reached through a symbolic link',
      'is no regular file',
      'is gone',
    ]);
    expect(readFileSync(join(outside, 'b.js'), 'utf8')).toBe('var a;\n');
    expect([read('a.js'), readFileSync(join(outside, 'other.js'), 'utf8')]).toEqual(['let a;\n', 'var a;\n']);
    rmSync(outside, { recursive: true });
  });

  it('is left where nobody may write it', async () => {
    writeFileSync(join(root, 'read-only.js'), 'var a;\n', { mode: 0o444 });
    expect((await applied(plan('read-only.js', 'var a;\n'))).reasons).toEqual(['is read-only']);
    expect(read('read-only.js')).toBe('var a;\n');
  });

  it('is left where its bytes are no text', async () => {
    writeFileSync(join(root, 'a.js'), Buffer.from([0x76, 0xe9]));
    expect((await applied(plan('a.js', 'v'))).reasons).toEqual(['is no text in UTF-8']);
  });

  it('gets its text back, unless somebody has changed it since', async () => {
    const [first] = (await applied(plan('a.js', 'var a;\n'))).applied;
    expect(await undo(root, first!)).toBeUndefined();
    expect(read('a.js')).toBe('var a;\n');
    expect(await undo(root, first!)).toBe('has changed since it was analysed');
  });
});
