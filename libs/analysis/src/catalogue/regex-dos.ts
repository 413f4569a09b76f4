import { SOURCE_TARGETS, type ToolDefinition } from './tool';

export const regexDosTools: readonly ToolDefinition[] = [
  {
    id: 'regex-dos',
    name: 'Regular expression denial of service',
    description: 'Proves which regular expressions a crafted text can make run for seconds or for ever, and shows such a text.',
    category: 'security',
    billing: 'security',
    engine: 'regex-dos',
    targets: SOURCE_TARGETS,
    files: ['**/!(*.min).{js,jsx,mjs,cjs,ts,tsx,mts,cts}'],
    advice: 'Make neighbouring repetitions start with different characters, limit the length of the text, or use a parser.',
    rules: {
      'exponential-regex': { severity: 'high', cwe: 'CWE-1333', title: 'A short text makes this regular expression run for ever' },
      'polynomial-regex': { severity: 'low', cwe: 'CWE-1333', title: 'A long text makes this regular expression slow' },
    },
  },
];
