import { resolve } from 'node:path';
import { inheritedLoaders } from './inherited-loaders';

describe('the loaders that a child inherits', () => {
  it('are those that this process was started with, at absolute paths', () => {
    expect(inheritedLoaders(['-r', './loader.cjs', '--import=tsx', '--require', '/loader.cjs'])).toEqual([
      '-r',
      resolve('loader.cjs'),
      '--import',
      'tsx',
      '--require',
      '/loader.cjs',
    ]);
  });

  it('are no other options: neither a debugger nor a script', () => {
    expect(inheritedLoaders(['--inspect=9229', '--expose-gc', '-e', 'run()'])).toEqual([]);
  });
});
