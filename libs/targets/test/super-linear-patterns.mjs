// Prints each regular expression in the given files that can take more steps than its text has characters: it gives up
// what it matched and tries again, or starts again at each character of a long run.
import { readFileSync } from 'node:fs';
import * as parser from '@typescript-eslint/parser';
import { Linter } from 'eslint';
import * as regexp from 'eslint-plugin-regexp';

const configuration = {
  files: ['**/*.ts'],
  languageOptions: { parser },
  plugins: { regexp },
  rules: {
    'regexp/no-super-linear-backtracking': ['error', { report: 'certain' }],
    'regexp/no-super-linear-move': ['error', { report: 'certain' }],
  },
};
const linter = new Linter();
for (const file of readFileSync(0, 'utf8').split('\n')) {
  const source = readFileSync(file, 'utf8');
  for (const { line, ruleId, message } of linter.verify(source, configuration, { filename: 'file.ts' })) {
    if (ruleId === null) throw new Error(`${file}:${line} ${message}`);
    console.log(`${file}: ${source.split('\n')[line - 1].trim()}`);
  }
}
