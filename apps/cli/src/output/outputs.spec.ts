import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { outputsOf, refuseUnwritable } from './outputs';

describe('where a result goes, asked before there is one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-outputs-'));
  const at = (...names: string[]) => join(folder, ...names);
  beforeAll(() => {
    writeFileSync(at('file'), '');
    mkdirSync(at('made'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is a file, or files in a folder', async () => {
    expect(await outputsOf(['json'], at('new.json'))).toEqual([{ format: 'json', file: at('new.json') }]);
    expect(await outputsOf(['json'], at('file'))).toEqual([{ format: 'json', file: at('file') }]);
    expect(await outputsOf(['json', 'csv'], at('made'))).toEqual([
      { format: 'json', file: at('made', 'assay.json') },
      { format: 'csv', file: at('made', 'assay.csv') },
    ]);
    expect(await outputsOf(['json'], '/dev/stdout')).toEqual([{ format: 'json', file: '/dev/stdout' }]);
  });

  it('is refused where no folder would have the file', async () => {
    await expect(outputsOf(['json'], at('none', 'new.json'))).rejects.toThrow('none/new.json cannot be written');
    await expect(outputsOf(['json'], at('file', 'new.json'))).rejects.toThrow('file/new.json cannot be written');
    await expect(outputsOf(['json'], '')).rejects.toThrow('cannot be written: it has no name');
  });

  it('is refused where a folder has the name of a file', async () => {
    mkdirSync(at('made', 'assay.sarif'));
    await expect(outputsOf(['sarif'], at('made'))).rejects.toThrow('assay.sarif cannot be written: it is a folder');
    await expect(refuseUnwritable(at('made'))).rejects.toThrow('made cannot be written: it is a folder');
  });

  // The superuser may write anywhere.
  (process.getuid?.() === 0 ? it.skip : it)('is refused where nobody may write', async () => {
    writeFileSync(at('kept'), '', { mode: 0o444 });
    await expect(outputsOf(['json'], at('kept'))).rejects.toThrow('kept cannot be written');
    chmodSync(at('kept'), 0o644);
  });
});
