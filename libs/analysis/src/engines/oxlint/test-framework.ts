import { posix } from 'node:path';
import { foldersAbove } from '../kit/folders-above';

/**
 * Oxlint runs the rules of both Jest and Vitest on every test file, so each finding would be reported twice, once under
 * the wrong name. The imports of a file decide its framework. Without an import, the globals are those of the runner
 * whose configuration is nearest, and Jest's where there is none.
 */
type TestFramework = 'jest' | 'vitest' | 'other';

export function testFrameworkOf(text: string, globals: 'jest' | 'vitest' = 'jest'): TestFramework {
  if (
    /(?:from|require\(|import)\s*['"](?:vitest|vite-plus\/test)['"]/.test(text) ||
    /\bvi\.(?:fn|mock|hoisted|spyOn|useFakeTimers)\(/.test(text)
  )
    return 'vitest';
  if (/(?:from|require\()\s*['"](?:node:test|bun:test|mocha|ava|tape|@playwright\/test|@japa\/runner)['"]/.test(text))
    return 'other';
  // Cypress has chai's expectations, by its globals.
  if (/\bcy\s*\.\w+\(/.test(text) || /from\s*['"](?:chai|cypress)['"]/.test(text)) return 'other';
  if (/\bjest\.(?:fn|mock|spyOn|useFakeTimers)\(|['"]@jest\/globals['"]/.test(text)) return 'jest';
  return globals;
}

const CONFIGURATION = /^(jest|vitest)\.(?:config|workspace)\.[cm]?[jt]s$/;

/** Finds the runner of a file, by its staged path: the one whose configuration is in the nearest folder above. */
export function runnersIn(files: readonly string[]): (file: string) => 'jest' | 'vitest' {
  const runners = new Map<string, 'jest' | 'vitest'>();
  for (const file of files) {
    const [, runner] = CONFIGURATION.exec(posix.basename(file)) ?? [];
    // Where a project has both, its files have to say which one they are for.
    if (runner !== undefined && runners.get(posix.dirname(file)) !== 'jest')
      runners.set(posix.dirname(file), runner as 'jest' | 'vitest');
  }
  return (file) => {
    for (const folder of foldersAbove(file)) {
      const runner = runners.get(folder);
      if (runner !== undefined) return runner;
    }
    return 'jest';
  };
}
