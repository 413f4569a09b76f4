/**
 * Oxlint runs the rules of both Jest and Vitest on every test file, so each finding would be reported twice, once under
 * the wrong name. The imports of a file decide its framework. Without an import, the globals are Jest's.
 */
type TestFramework = 'jest' | 'vitest' | 'other';

export function testFrameworkOf(text: string): TestFramework {
  if (
    /(?:from|require\(|import)\s*['"]vitest['"]/.test(text) ||
    /\bvi\.(?:fn|mock|hoisted|spyOn|useFakeTimers)\(/.test(text)
  )
    return 'vitest';
  if (/(?:from|require\()\s*['"](?:node:test|bun:test|mocha|ava|tape|@playwright\/test|@japa\/runner)['"]/.test(text))
    return 'other';
  // Cypress has chai's expectations, by its globals.
  if (/\bcy\s*\.\w+\(/.test(text) || /from\s*['"](?:chai|cypress)['"]/.test(text)) return 'other';
  return 'jest';
}
