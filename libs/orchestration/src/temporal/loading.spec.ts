import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(__dirname, '../../../..');

describe('the Temporal packages', () => {
  it('are not loaded by code that only imports the library, so that `assay scan` starts without them', () => {
    const script =
      `require('./libs/orchestration/src'); console.log(Object.keys(require.cache).filter((file) => ` +
      `file.includes('@temporalio')).length)`;
    expect(
      execFileSync(process.execPath, ['-r', './test/support/compile-typescript.cjs', '-e', script], {
        cwd: root,
        encoding: 'utf8',
      }).trim(),
    ).toBe('0');
  });
});
