import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** The first start compiles all sources of the service: it takes many seconds on a busy machine. */
const PATIENCE = 120_000;
const root = join(__dirname, '../../..');

describe('a process that answers', () => {
  it(
    'loads nothing more when the first address is contacted, because everybody would wait meanwhile',
    () => {
      const script = `
      require('./libs/runtime/src/http');
      const { createGuardedAgent } = require('./libs/targets/src/network/guarded-agent');
      const loaded = new Set(Object.keys(require.cache));
      createGuardedAgent({});
      console.log(JSON.stringify(Object.keys(require.cache).filter((file) => !loaded.has(file))));`;
      const output = execFileSync(process.execPath, ['-r', './test/support/compile-typescript.cjs', '-e', script], {
        cwd: root,
        encoding: 'utf8',
      });
      expect(JSON.parse(output)).toEqual([]);
    },
    PATIENCE,
  );
});
