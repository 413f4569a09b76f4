import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine } from '../engine';
import { installedVersion } from '../kit/installed-version';
import { type Problem, Unreadable, judgeEachText } from '../kit/per-file';
import { parseYaml } from '../kit/yaml-tree';

interface Message {
  readonly rule: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

const MAX_BYTES = 512 * 1024;
/** Rules of the engine's own parsing: the file is then not judged at all. */
const CANNOT_READ = new Set(['invalid-yaml', 'unknown-error']);

/**
 * DCLint's library, which reads files only: each is written to the scratch folder with its directives broken. No
 * configuration is looked for there, its CLI does that.
 */
export const engine: Engine = {
  async run(pass, report) {
    const { DCLinter } = await import('dclint');
    report.engine('dclint', installedVersion('dclint'));
    const linter = new DCLinter({ rules: {}, quiet: true, debug: false, exclude: [] });
    const copy = join(pass.scratch, 'compose.yaml');

    await judgeEachText(
      pass,
      report,
      ({ text }) => {
        if (parseYaml(text).every(({ root }) => root === undefined)) return [];
        writeFileSync(copy, withoutDirectives(text));
        // its types are not where its exports say
        const results = linter.lintFiles([copy], false) as readonly { readonly messages: readonly Message[] }[];
        const messages = results.flatMap((result) => result.messages);
        const failure = messages.find(({ rule }) => CANNOT_READ.has(rule));
        if (failure) throw new Unreadable(failure.message);
        const lines = text.split('\n');
        // The rule wants one kind of quotes, ours is that there are any.
        return messages
          .filter(({ rule, line }) => rule !== 'require-quotes-in-ports' || !/["']/.test(lines[line - 1] ?? ''))
          .map(problemOf);
      },
      { maxBytes: MAX_BYTES },
    );
  },
};

/** Same length, so that columns stay. */
const withoutDirectives = (text: string) => text.replace(/(#\s*)dclint(?=\s+disable)/g, '$1denied');

function problemOf({ rule, line, column, message }: Message): Problem {
  const [, path, , fault] =
    /instancePath="([^"]*)", schemaPath="([^"]*)", message="(?:Validation error: )?(.*)"\.?$/.exec(message) ?? [];
  return { rule, line, column, message: fault === undefined ? message : `${path || 'the file'}: ${fault}` };
}
