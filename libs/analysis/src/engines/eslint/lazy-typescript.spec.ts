import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import ts from 'typescript';
import { READ_AT_LOAD } from './lazy-typescript';

describe('what is known of TypeScript before it is loaded', () => {
  it('are the numbers that TypeScript itself has', () => {
    const { Void, Undefined, Null } = ts.TypeFlags;
    expect(READ_AT_LOAD).toEqual({ TypeFlags: { Void, Undefined, Null } });
  });

  it('is all that a rule about types reads when it is loaded, and TypeScript has the rest', () => {
    const script = `
      const typescript = require.resolve('typescript');
      const isLoaded = () => !require('node:util').types.isProxy(require.cache[typescript].exports);
      require(${JSON.stringify(join(__dirname, 'lazy-typescript.ts'))}).loadTypescriptAtFirstUse();
      require('eslint-plugin-sonarjs/cjs/S8785/index.js');
      const before = isLoaded();
      const { BooleanLike } = require('typescript').TypeFlags;
      console.log(JSON.stringify({ before, BooleanLike, after: isLoaded() }));`;
    const support = join(__dirname, '../../../../../test/support/compile-typescript.cjs');
    const said = execFileSync(process.execPath, ['-r', support, '-e', script], { encoding: 'utf8' });
    expect(JSON.parse(said)).toEqual({ before: false, BooleanLike: ts.TypeFlags.BooleanLike, after: true });
  });
});
