import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { printed } from '../printed';

export type Kind = 'terraform' | 'dockerfile';

/** A rule that a tool tells of in a file, with its path in the folder that was looked at. */
export interface Told {
  readonly file: string;
  readonly rule: string;
}

export interface InfrastructureTool {
  readonly name: string;
  readonly kinds: readonly Kind[];
  /** The program that it needs; undefined for what is part of this project. */
  readonly program?: string;
  readonly detect: (folder: string) => Promise<Told[]>;
}

export const isThere = ({ program }: InfrastructureTool): boolean =>
  program === undefined ||
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));

const MAIN = join(__dirname, '../../../apps/cli/src/main.ts');
const OWN_TOOLS = [
  'terraform-aws',
  'terraform-azure',
  'terraform-google',
  'terraform-configuration',
  'dockerfile-security',
  'dockerfile-build',
  'dockerfile-lint',
  'secrets-source',
];

interface Found {
  readonly file: string | null;
  readonly rule: string;
  readonly duplicates: readonly { readonly rule: string }[];
}

const assay: InfrastructureTool = {
  name: 'Assay',
  kinds: ['terraform', 'dockerfile'],
  async detect(folder) {
    const out = mkdtempSync(join(tmpdir(), 'assay-twins-'));
    try {
      const file = join(out, 'result.json');
      const options = ['--tool', OWN_TOOLS.join(','), '--profile', 'strict', '--include', 'all', '--no-history'];
      const args = [...process.execArgv, MAIN, 'scan', folder, ...options, '--format', 'json', '--output', file];
      try {
        execFileSync(process.execPath, args, { stdio: 'ignore' });
      } catch (error) {
        if (!existsSync(file)) throw error;
      }
      const { findings } = JSON.parse(readFileSync(file, 'utf8')) as { findings: readonly Found[] };
      return findings.flatMap(({ file: path, rule, duplicates }) =>
        path === null ? [] : [rule, ...duplicates.map((each) => each.rule)].map((each) => ({ file: path, rule: each })),
      );
    } finally {
      rmSync(out, { recursive: true, force: true });
    }
  },
};

interface CheckovReport {
  readonly results: {
    readonly failed_checks: readonly { readonly check_id: string; readonly file_path: string }[];
  };
}

const checkov: InfrastructureTool = {
  name: 'checkov',
  kinds: ['terraform', 'dockerfile'],
  program: 'checkov',
  async detect(folder) {
    const args = ['-d', '.', '--framework', 'terraform', 'dockerfile', '-o', 'json', '--quiet', '--compact'];
    const said = JSON.parse(printed('checkov', [...args, '--skip-download'], { cwd: folder })!) as
      | CheckovReport
      | CheckovReport[];
    return (Array.isArray(said) ? said : [said]).flatMap(({ results }) =>
      results.failed_checks.map(({ check_id: rule, file_path: file }) => ({ file: file.replace(/^\//, ''), rule })),
    );
  },
};

const hadolint: InfrastructureTool = {
  name: 'hadolint',
  kinds: ['dockerfile'],
  program: 'hadolint',
  async detect(folder) {
    const files = readdirSync(folder).map((name) => join(folder, name, 'Dockerfile'));
    const said = printed('hadolint', ['--no-fail', '--format', 'json', ...files], { cwd: folder })!;
    return (JSON.parse(said) as readonly { readonly code: string; readonly file: string }[]).map(({ code, file }) => ({
      file: relative(folder, file),
      rule: code,
    }));
  },
};

export const TOOLS: readonly InfrastructureTool[] = [assay, checkov, hadolint];
