import { lstat, readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FILE_ROLES } from '@assay/source-text';
import {
  type DeclaredSuppression,
  type RoleBasis,
  type StagedFile,
  type TargetSuppressions,
  SUPPRESSION_KINDS,
} from '@assay/target-records';
import type { StagedTarget } from '../staging/stage-target';
import type { Skipped, StagedTree } from '../staging/staged-tree';
import { totalsOf } from '../staging/staging-report';
import { type Fields, MalformedMessage, asFields, count, line, list, oneOf } from '../site/browser/untrusted-json';
import { parse } from './read-message';
import { MAX_DESCRIPTION_BYTES } from './target-job';

/** Linux allows no longer path. Escapes make a path in findings longer. */
const MAX_STAGED = 4_096;
const MAX_PATH = 32_768;
/** Ten groups and a name, of a hundred characters each. */
const MAX_REPOSITORY = 1_200;

/**
 * Reads the description of a staged copy that another process made. That process has read hostile bytes, so a path must
 * not lead out of the copy, and the copy must hold nothing but files and folders: every reader that shows a finding
 * follows both.
 * @param destination the folder of the copy
 * @throws MalformedMessage
 */
export async function readDescription(description: string, destination: string): Promise<StagedTarget> {
  if ((await stat(description)).size > MAX_DESCRIPTION_BYTES)
    throw new MalformedMessage('a description of the copy that is too long');
  const fields = asFields(parse(await readFile(description, 'utf8')));
  await requireFilesAndFolders(destination);
  const parts = fields['parts'] === undefined ? undefined : asFields(fields['parts']);
  const part = (name: 'history' | 'records') => ({
    ...(parts?.[name] !== undefined && { [name]: readTree(asFields(parts[name]), join(destination, name)) }),
  });
  return {
    ...readTree(fields, destination),
    ...(parts && { parts: { ...part('history'), ...part('records') } }),
    ...(fields['unavailable'] !== undefined && { unavailable: readUnavailable(asFields(fields['unavailable'])) }),
  };
}

/** Why parts are missing, as text. */
const readUnavailable = (reasons: Fields): NonNullable<StagedTarget['unavailable']> =>
  Object.fromEntries(
    (['source', 'history', 'records'] as const)
      .filter((part) => reasons[part] !== undefined)
      .map((part) => [part, line(reasons, part, 1_000)]),
  );

function readTree(fields: Fields, folder: string): StagedTree {
  const files = list(fields, 'files', Number.MAX_SAFE_INTEGER, readFileEntry);
  const totals = totalsOf(files.filter(({ language }) => language !== 'record'));
  const suppressions =
    fields['suppressions'] === undefined ? undefined : readSuppressions(asFields(fields['suppressions']));
  requireDeclared(files, suppressions?.declared.length ?? 0);
  return {
    root: join(folder, 'tree'),
    pristine: join(folder, 'pristine'),
    files,
    skipped: list(fields, 'skipped', 10_000, readSkipped),
    totals,
    ...(fields['clonedFrom'] !== undefined && { clonedFrom: line(fields, 'clonedFrom', MAX_REPOSITORY) }),
    ...(suppressions && { suppressions }),
  };
}

const readSuppressions = (fields: Fields): TargetSuppressions => ({
  declared: list(fields, 'declared', 5_000, readDeclared),
  notHonoured: list(fields, 'notHonoured', 100, (entry) => ({
    place: exact(entry, 'place', MAX_PATH),
    reason: line(entry, 'reason', 300),
  })),
  notHonouredTotal: count(fields, 'notHonouredTotal'),
});

const readDeclared = (entry: Fields): DeclaredSuppression => ({
  kind: oneOf(entry, 'kind', SUPPRESSION_KINDS),
  names: line(entry, 'names', 300),
  reason: line(entry, 'reason', 500),
  file: exact(entry, 'file', MAX_PATH),
  line: count(entry, 'line'),
});

/** Refuses a suppression that is not declared: it would hide findings without a reason. */
function requireDeclared(files: readonly StagedFile[], declared: number): void {
  for (const { suppressedBy = [] } of files)
    if (suppressedBy.some((index) => index >= declared)) throw new MalformedMessage('a suppression that is none');
}

/** Blanks at the ends belong to a name, so it is taken exactly or refused. */
function exact(fields: Fields, key: string, limit: number): string {
  const text = fields[key];
  if (typeof text !== 'string' || text.length > limit || UNPRINTABLE.test(text))
    throw new MalformedMessage(`${key} is no printable text`);
  return text;
}

const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

function readFileEntry(file: Fields): StagedFile {
  const staged = exact(file, 'staged', MAX_STAGED);
  if (staged.split('/').some((name) => name === '' || name === '.' || name === '..'))
    throw new MalformedMessage(`a path that leads out of the copy: ${staged}`);
  return {
    staged,
    path: exact(file, 'path', MAX_PATH),
    size: count(file, 'size'),
    lines: count(file, 'lines'),
    language: line(file, 'language', 50),
    ...readRole(file),
    ...(file['suppressedBy'] !== undefined && { suppressedBy: readIndexes(file['suppressedBy']) }),
  };
}

function readIndexes(value: unknown): number[] {
  if (!Array.isArray(value) || !value.every((each) => Number.isSafeInteger(each) && each >= 0))
    throw new MalformedMessage('suppressedBy is no list of indexes');
  return value as number[];
}

const BASES: readonly RoleBasis[] = ['path', 'git', 'attributes', 'ignore file', 'header', 'source map', 'measured'];

/** The role of a file. A file that is left out costs nothing, so only `path` and `git` may be the basis of that. */
function readRole({ role, basis, leftOut }: Fields): Pick<StagedFile, 'role' | 'basis' | 'leftOut'> {
  if (role === undefined && basis === undefined && leftOut === undefined) return {};
  const [knownRole, knownBasis] = [FILE_ROLES.find((each) => each === role), BASES.find((each) => each === basis)];
  if (knownRole === undefined || knownRole === 'own' || knownBasis === undefined)
    throw new MalformedMessage('a file of a role that is none');
  if (leftOut !== undefined && (leftOut !== true || (knownBasis !== 'path' && knownBasis !== 'git')))
    throw new MalformedMessage('a file that is left out without a reason');
  return { role: knownRole, basis: knownBasis, ...(leftOut && { leftOut }) };
}

const readSkipped = (entry: Fields): Skipped => ({
  path: exact(entry, 'path', MAX_PATH),
  reason: line(entry, 'reason', 200) as Skipped['reason'],
  count: entry['count'] === 'unknown' ? 'unknown' : count(entry, 'count'),
});

async function requireFilesAndFolders(folder: string): Promise<void> {
  if (!(await lstat(folder)).isDirectory()) throw new MalformedMessage('a copy that is no folder');
  const pending = [folder];
  for (let next = pending.pop(); next !== undefined; next = pending.pop())
    for (const entry of await readdir(next, { withFileTypes: true })) {
      if (entry.isDirectory()) pending.push(join(next, entry.name));
      else if (!entry.isFile()) throw new MalformedMessage('a copy with a link or a device in it');
    }
}
