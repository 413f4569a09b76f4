import type { ToolDefinition } from '../src/catalogue/tool';

/** A tool of the linter that has these rules. */
export const sampleTool = (rules: readonly string[]): ToolDefinition => ({
  id: 'sample',
  name: 'Sample',
  description: '',
  category: 'quality',
  billing: 'quality',
  engine: 'eslint',
  targets: [],
  files: ['**/*.js'],
  advice: '',
  rules: Object.fromEntries(rules.map((rule) => [rule, { severity: 'low' as const }])),
});
