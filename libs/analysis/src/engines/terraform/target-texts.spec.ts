import fs, { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { textsOf } from './target-texts';

describe('the texts that configurations read', () => {
  const root = mkdtempSync(join(tmpdir(), 'assay-texts-'));
  afterAll(() => rmSync(root, { recursive: true }));
  afterEach(() => jest.restoreAllMocks());

  it('are read once each, however often they are asked for, and not at all where they are too large', () => {
    writeFileSync(join(root, 'a.json'), '{}');
    writeFileSync(join(root, 'large.json'), 'x'.repeat(300_000));
    const read = jest.spyOn(fs, 'readFileSync');
    const textAt = textsOf(root);
    for (let times = 0; times < 3; times++)
      expect(['a.json', 'large.json', 'none.json', '.', '../a.json'].map(textAt)).toEqual([
        '{}',
        undefined,
        undefined,
        undefined,
        undefined,
      ]);
    expect(read.mock.calls.map(([path]) => path)).toEqual([join(root, 'a.json')]);
  });

  it('are read up to a sum, and beyond it the answer says so', () => {
    writeFileSync(join(root, 'one'), '12345');
    writeFileSync(join(root, 'two'), '12345');
    expect(['one', 'two', 'one'].map(textsOf(root, 8))).toEqual(['12345', null, '12345']);
  });
});
