/**
 * Oxlint runs the rules of Jest and of Vitest on every test file, so that each finding would come twice, under the
 * wrong name once. What a file imports says whose it is; globals without an import are Jest's.
 */
export type TestFramework = 'jest' | 'vitest' | 'other';

export function testFrameworkOf(text: string): TestFramework {
  if (
    /(?:from|require\(|import)\s*['"]vitest['"]/.test(text) ||
    /\bvi\.(?:fn|mock|hoisted|spyOn|useFakeTimers)\(/.test(text)
  )
    return 'vitest';
  if (/(?:from|require\()\s*['"](?:node:test|bun:test|mocha|ava|tape|@playwright\/test|@japa\/runner)['"]/.test(text))
    return 'other';
  return 'jest';
}
