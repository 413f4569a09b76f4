import type { EngineProfile } from '../engine-profile';

export const profile: EngineProfile = {
  id: 'eslint',
  name: 'ESLint',
  licence: 'MIT; its SonarJS plugin LGPL-3.0, its no-unsanitized plugin MPL-2.0',
  scope: 'file',
  // The process and one worker with every plugin take 430 MB on a file of 1 MB; there are up to four workers.
  memoryMb: 3_072,
  weight: 42,
  requires: [
    'eslint',
    'typescript-eslint',
    'eslint-plugin-security',
    '@microsoft/eslint-plugin-sdl',
    'eslint-plugin-no-unsanitized',
    'eslint-plugin-no-secrets',
    'eslint-plugin-sonarjs',
    'eslint-plugin-regexp',
    'eslint-plugin-react-hooks',
    'eslint-plugin-vue',
    'vue-eslint-parser',
    'eslint-plugin-vuejs-accessibility',
    'eslint-plugin-svelte',
    'eslint-plugin-testing-library',
    'eslint-plugin-compat',
    'eslint-plugin-n',
    'eslint-plugin-yml',
    'eslint-plugin-jsonc',
    'eslint-plugin-toml',
    '@html-eslint/eslint-plugin',
  ],
  // ESLint's own directives are off by option (allowInlineConfig), as are React Compiler's "use no memo" and
  // suppressions (lint-config.ts). Flow's are not: the react-hooks plugin looks for `$FlowFixMe[code]` in the line
  // above by itself.
  neutralise: [/\$FlowFixMe(?=\w*\[react-rule)/g],
};
