import { runnersIn, testFrameworkOf } from './test-framework';

describe('whose test a file is', () => {
  it.each([
    ["import { it } from 'vitest';", 'vitest'],
    ["const { it } = require('vitest');", 'vitest'],
    ["it('x', () => vi.fn());", 'vitest'],
    ["import test from 'node:test';", 'other'],
    ["it('x', () => {});", 'jest'],
    ["import { it } from '@jest/globals';", 'jest'],
    ["import { it } from 'vite-plus/test';", 'vitest'],
  ])('%j: %s', (text, framework) => expect(testFrameworkOf(text)).toBe(framework));

  it('is the runner whose configuration is nearest, where nothing else tells', () => {
    const runnerOf = runnersIn([
      'vitest.config.ts',
      'old/jest.config.js',
      'both/vitest.config.ts',
      'both/jest.config.js',
    ]);
    expect(['a/b/c.test.ts', 'old/a.test.js', 'both/a.test.ts'].map(runnerOf)).toEqual(['vitest', 'jest', 'jest']);
    expect(runnersIn([])('a.test.ts')).toBe('jest');
    expect(testFrameworkOf("it('x', () => {});", 'vitest')).toBe('vitest');
    expect(testFrameworkOf('jest.mock("./a");', 'vitest')).toBe('jest');
  });
});
