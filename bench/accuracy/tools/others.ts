import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Detection, type Tool, cweNumber } from './tool';

/** Runs a program to its end. */
async function said(
  program: string,
  args: readonly string[],
  cwd?: string,
): Promise<{ output: string; errors: string }> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], cwd });
  const ended = once(child, 'exit');
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await ended;
  return { output, errors };
}

/** Runs a program and reads what it prints as JSON. @throws Error with its output if that is not JSON */
async function printed(program: string, args: readonly string[], cwd?: string): Promise<unknown> {
  const { output, errors } = await said(program, args, cwd);
  const start = output.indexOf('{');
  if (start < 0) throw new Error(`${program} printed no result: ${errors.slice(-400)}`);
  return JSON.parse(output.slice(start));
}

const withCwe = (cwe: number | undefined): { cwe?: number } => ({ ...(cwe !== undefined && { cwe }) });

export const bandit: Tool = {
  name: 'bandit',
  languages: ['python'],
  program: 'bandit',
  async detect(folder) {
    const { results } = (await printed('bandit', ['-r', folder, '-f', 'json', '-q'])) as {
      results: readonly { filename: string; line_number: number; test_id: string; issue_cwe?: { id?: number } }[];
    };
    return results.map(({ filename, line_number: line, test_id: rule, issue_cwe: cwe }) => ({
      file: relative(folder, filename),
      line,
      rule,
      ...withCwe(cwe?.id),
    }));
  },
};

export const gosec: Tool = {
  name: 'gosec',
  languages: ['go'],
  program: 'gosec',
  async detect(folder) {
    const { Issues } = (await printed('gosec', ['-fmt=json', '-quiet', './...'], folder)) as {
      Issues: readonly { file: string; line: string; rule_id: string; cwe?: { id?: string } }[] | null;
    };
    return (Issues ?? []).map(({ file, line, rule_id: rule, cwe }) => ({
      file: relative(folder, file),
      line: Number.parseInt(line, 10),
      rule,
      ...withCwe(cweNumber(cwe?.id)),
    }));
  },
};

export const brakeman: Tool = {
  name: 'brakeman',
  languages: ['ruby'],
  program: 'brakeman',
  async detect(folder) {
    const options = ['--format', 'json', '--quiet', '--no-pager', '--no-exit-on-warn', '--no-exit-on-error', '--force'];
    const { warnings } = (await printed('brakeman', [...options, folder])) as {
      warnings: readonly { file: string; line: number | null; warning_type: string; cwe_id?: readonly number[] }[];
    };
    return warnings.flatMap(({ file, line, warning_type: rule, cwe_id: cwes = [] }): Detection[] =>
      line === null ? [] : [{ file, line, rule, ...withCwe(cwes[0]) }],
    );
  },
};

/** Without the checks of style, whose findings are no weaknesses. */
export const cppcheck: Tool = {
  name: 'cppcheck',
  languages: ['c'],
  program: 'cppcheck',
  async detect(folder) {
    const template = '--template={file}\t{line}\t{id}\t{cwe}\t{severity}';
    const options = ['--quiet', '--enable=warning,portability', '--inconclusive', '--max-ctu-depth=4', template];
    const { errors } = await said('cppcheck', [...options, '.'], folder);
    return errors.split('\n').flatMap((row): Detection[] => {
      const [file, line, rule, cwe, severity] = row.split('\t');
      if (file === undefined || severity === undefined || severity === 'information' || Number(line) === 0) return [];
      return [
        { file: file.replace(/^\.\//, ''), line: Number(line), rule: rule!, ...withCwe(Number(cwe) || undefined) },
      ];
    });
  },
};

const RULES = join(__dirname, '../semgrep-rules');

/** With rules that were written for this comparison: sources, sinks and sanitizers of the same frameworks. */
export const semgrep: Tool = {
  name: 'semgrep',
  languages: ['c', 'java', 'javascript', 'php', 'python', 'go', 'ruby', 'csharp'],
  program: 'semgrep',
  async detect(folder) {
    const args = ['scan', '--config', RULES, '--json', '--metrics=off', '--disable-version-check', '--no-git-ignore'];
    const { results } = (await printed('semgrep', [...args, '--quiet', folder])) as {
      results: readonly {
        path: string;
        start: { line: number };
        check_id: string;
        extra: { metadata?: { cwe?: unknown } };
      }[];
    };
    return results.map(
      ({ path, start, check_id: rule, extra }): Detection => ({
        file: relative(folder, path),
        line: start.line,
        rule,
        ...withCwe(cweNumber(extra.metadata?.cwe)),
      }),
    );
  },
};
