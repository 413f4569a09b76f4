import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { assay, assayFlow } from './assay';
import { eslintPluginSecurity } from './eslint-plugin-security';
import { bandit, brakeman, cppcheck, gosec, semgrep } from './others';
import type { Tool } from './tool';

/** The tools that are compared. */
export const TOOLS: readonly Tool[] = [
  assayFlow,
  assay,
  bandit,
  gosec,
  brakeman,
  cppcheck,
  semgrep,
  eslintPluginSecurity,
];

/** Whether a tool is part of this project, or its program is on the PATH. */
export const isInstalled = ({ program }: Tool): boolean =>
  program === undefined ||
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
