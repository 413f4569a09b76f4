import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const SUPPORT = join(__dirname, '../../../../../test/support');

describe('the process of an engine', () => {
  it('loads nothing before its engine but what it needs to talk with its parent', () => {
    const script =
      `require(${JSON.stringify(join(__dirname, 'serve-pass.ts'))});` +
      `require(${JSON.stringify(join(__dirname, 'load-engine.ts'))});` +
      'console.log(JSON.stringify(Object.keys(require.cache)));';
    const args = ['-r', join(SUPPORT, 'compile-typescript.cjs'), '-e', script];
    const loaded = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as string[];
    // 70 files took each of the two dozen processes of a scan as long as Node.js itself takes to start.
    expect(loaded.filter((file) => !file.startsWith(SUPPORT) && file.endsWith('.ts'))).toEqual([
      join(__dirname, 'serve-pass.ts'),
      join(__dirname, '../../../../sandbox-child/src/index.ts'),
      join(__dirname, 'load-engine.ts'),
    ]);
  });
});
