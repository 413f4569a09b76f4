import { ESLint, type Linter } from 'eslint';
import { relative } from 'node:path';
import type { Tool } from './tool';

/** The weaknesses that its rules are about, by their documentation; it names none itself. */
const WEAKNESSES: Readonly<Record<string, number>> = {
  'detect-child-process': 78,
  'detect-eval-with-expression': 95,
  'detect-non-literal-fs-filename': 22,
  'detect-non-literal-require': 95,
  'detect-non-literal-regexp': 1333,
  'detect-unsafe-regex': 1333,
  'detect-object-injection': 915,
  'detect-possible-timing-attacks': 208,
  'detect-pseudoRandomBytes': 338,
  'detect-disable-mustache-escape': 79,
  'detect-new-buffer': 665,
  'detect-buffer-noassert': 119,
  'detect-no-csrf-before-method-override': 352,
};

export const eslintPluginSecurity: Tool = {
  name: 'eslint-plugin-security',
  languages: ['javascript'],
  async detect(folder) {
    const plugin = require('eslint-plugin-security') as never;
    const rules = Object.fromEntries(Object.keys(WEAKNESSES).map((name) => [`security/${name}`, 'error'] as const));
    const config: Linter.Config = { files: ['**/*.{js,mjs,cjs}'], plugins: { security: plugin }, rules };
    const eslint = new ESLint({
      cwd: folder,
      overrideConfigFile: true,
      overrideConfig: [config],
      allowInlineConfig: false,
    });
    const results = await eslint.lintFiles(['**/*.{js,mjs,cjs}']);
    return results.flatMap(({ filePath, messages }) =>
      messages.flatMap(({ ruleId, line }) => {
        const rule = ruleId?.replace('security/', '');
        const cwe = rule === undefined ? undefined : WEAKNESSES[rule];
        return cwe === undefined ? [] : [{ file: relative(folder, filePath), line, rule: rule!, cwe }];
      }),
    );
  },
};
