import type { CodeHost } from '@assay/kernel';
import {
  type RepositoryFault,
  RepositoryUnreadable,
  fetchRepository,
  isBranchName,
  parseRepository,
} from '@assay/targets';
import type { AcquiredTarget, Acquisition } from '../acquired-target';
import { invalid, requireAllowed } from '../refusals';
import type { Admission, TargetDefinition } from '../target-definition';
import { TargetGone } from '../target-gone';
import { type TargetSources, unsetAddress } from '../target-sources';
import { withAccessToken } from './access-token';
import { GIT_MEMORY_MB, HISTORY } from './history-limits';

interface RepositoryFields {
  /** Its address, or `owner/name` at the base address of its host. */
  readonly repoUrl: string;
  readonly branch: string;
  /** The full id of the commit to analyse, even if the branch has moved on. Default: the head of the branch. */
  readonly commit?: string;
  /** The branch that the commit is to be merged into: their common commits are looked up. Default: none. */
  readonly targetBranch?: string;
}

declare module '../../domain/session-target' {
  interface TargetFields {
    hosta: RepositoryFields;
    hostb: RepositoryFields;
  }
}

/** The hosts differ only in their addresses and credentials. */
export type RepositoryTarget<Kind extends CodeHost = CodeHost> = { readonly kind: Kind } & RepositoryFields;

const DEFAULT_BRANCH = 'main';
const COMMIT_ID = /^[0-9a-f]{40}$/;

const FAILURE_CODE: Readonly<Record<RepositoryFault, string>> = {
  'missing repository': 'REPOSITORY_NOT_FOUND',
  'missing branch': 'BRANCH_NOT_FOUND',
  'missing commit': 'COMMIT_GONE',
  'credential needed': 'CREDENTIAL_NEEDED',
  'credential refused': 'CREDENTIAL_REFUSED',
  redirect: 'REPOSITORY_MOVED',
  'hostile content': 'REPOSITORY_REFUSED',
  'not a repository': 'NOT_A_REPOSITORY',
};

export const hosta = repositoryOn('hosta', 'hosta:owner/repo#branch (GitHub or a host like it)');
export const hostb = repositoryOn('hostb', 'hostb:group/repo#branch (GitLab)');

function repositoryOn<Kind extends CodeHost>(kind: Kind, written: string): TargetDefinition<RepositoryTarget<Kind>> {
  return {
    cataloguedAs: 'repository',
    filesHaveRoles: true,
    recordsAreWhole: true,
    fromScan: {
      fields: {
        repoUrl: {
          max: 2_048,
          description:
            'Needed for hosta (GitHub or a host like it) and hostb (GitLab): the address of the repository, or ' +
            'owner/name.',
        },
        branch: { max: 255, default: DEFAULT_BRANCH, description: 'For hosta and hostb.' },
        commit: {
          max: 40,
          description:
            'For hosta and hostb: the full id of the commit to analyse, whatever the branch has by then. Without it, ' +
            'what the branch has.',
        },
      },
      forms: [
        {
          takes: 'repoUrl',
          target: (repoUrl, { branch = DEFAULT_BRANCH, commit }) => ({
            kind,
            repoUrl,
            branch,
            ...(commit !== undefined && { commit }),
          }),
        },
      ],
    },
    written,
    fromText(text) {
      const [, host, repoUrl, branch = DEFAULT_BRANCH] = /^([a-z]+):([^#]+)(?:#(.+))?$/.exec(text) ?? [];
      return host === kind && repoUrl !== undefined ? { kind, repoUrl, branch } : undefined;
    },

    admit: (target, admission) => ({ kind, ...admitted(target, admission) }),
    acquire: (target, acquisition, { organizationId, sources, credentials }) =>
      withAccessToken({ target, organizationId }, { addresses: sources.addresses, ...credentials }, (token) =>
        acquireRepository(target, sources, acquisition, token),
      ),
    failureCode: (error) => (error instanceof RepositoryUnreadable ? FAILURE_CODE[error.fault] : undefined),

    describe: ({ repoUrl, branch, commit }) =>
      `${kind}:${repoUrl}#${branch}${commit === undefined ? '' : `@${commit.slice(0, 12)}`}`,
    /** The same for all branches of a repository. */
    identity: ({ repoUrl }) => `${kind}:${repositoryIdentity(repoUrl)}`,
    view: ({ repoUrl, branch, commit }) => ({
      sourceType: kind,
      repoUrl,
      branch,
      ...(commit !== undefined && { commit }),
    }),
    viewFields: { sourceType: 'text', repoUrl: 'text', branch: 'text', commit: 'text' },
  };
}

function admitted(
  { kind, repoUrl, branch, commit, targetBranch }: RepositoryTarget,
  { sources: { guard, addresses } }: Admission,
): RepositoryFields {
  const address = repoUrl.trim();
  const isUrl = /^[a-z][a-z0-9+.-]*:\/\//i.test(address);
  if (isUrl) requireAllowed(address, guard);
  const baseUrl = addresses[kind] ?? (isUrl ? new URL(address).origin : invalid('repoUrl', unsetAddress(kind)));
  const reference = parseRepository({ host: kind, url: address, baseUrl });
  if (!reference.ok) return invalid('repoUrl', reference.refusal.message);
  if (!isBranchName(branch)) return invalid('branch', 'is not the name of a branch');
  if (commit !== undefined && !COMMIT_ID.test(commit))
    return invalid('commit', 'must be the full id of a commit: 40 hexadecimal digits in lower case');
  const { atBase, name, cloneUrl } = reference.value;
  requireAllowed(cloneUrl, guard);
  return {
    repoUrl: atBase && addresses[kind] !== undefined ? name : cloneUrl.replace(/\.git$/, ''),
    branch,
    ...(commit !== undefined && { commit }),
    ...(targetBranch !== undefined && { targetBranch }),
  };
}

/**
 * @throws TargetGone, RepositoryUnreadable, TargetNotAllowed, TargetUnreachable, TargetTooLarge, InfrastructureError,
 * the signal's reason
 */
async function acquireRepository(
  target: RepositoryTarget,
  { guard, addresses }: Pick<TargetSources, 'guard' | 'addresses'>,
  acquisition: Acquisition,
  token: string | undefined,
): Promise<AcquiredTarget> {
  const {
    folder,
    limits: { bytes, time },
    parts,
    prepared,
    signal,
    writes,
    onProgress,
  } = acquisition;
  const baseUrl = addresses[target.kind] ?? originOf(target.repoUrl);
  // The setting was there when the session was started, and is gone now.
  if (baseUrl === undefined) throw new TargetGone(unsetAddress(target.kind));
  // A session that is staged again analyses the commit with which it was prepared first.
  const commit = prepared?.repository?.commit ?? target.commit;
  const readsHistory = parts.has('history') || parts.has('records');
  // The common commits were recorded with the first preparation and stay valid.
  const targetBranch = prepared ? undefined : target.targetBranch;
  const { name, branch, gitDirectory, historyUnavailable, common } = await fetchRepository({
    host: target.kind,
    url: target.repoUrl,
    branch: target.branch,
    baseUrl,
    destination: folder,
    guard,
    signal,
    writes,
    onProgress,
    ...(token !== undefined && { token }),
    limits: { bytes, time, memoryMb: GIT_MEMORY_MB },
    ...(commit !== undefined && { commit }),
    ...(readsHistory && { history: { commits: HISTORY.commits } }),
    ...(targetBranch !== undefined && { targetBranch }),
  });
  const history = readsHistory && { history: historyJob(parts, historyUnavailable) };
  return {
    job: { kind: 'repository', gitDirectory, name, branch, memoryMb: GIT_MEMORY_MB, ...history },
    originOf: ({ leftOut, commit: head = '', committedAt = null }) => ({
      facts: { repository: { name, branch, commit: head, committedAt } },
      leftOut,
      ...(common && { common }),
    }),
  };
}

const historyJob = (parts: Acquisition['parts'], unavailable: string | undefined) => ({
  versions: parts.has('history'),
  records: parts.has('records'),
  bytes: HISTORY.bytes,
  ...(unavailable !== undefined && { unavailable }),
});

const originOf = (repoUrl: string): string | undefined => (URL.canParse(repoUrl) ? new URL(repoUrl).origin : undefined);

const repositoryIdentity = (repoUrl: string): string =>
  repoUrl
    .trim()
    .replace(/\/+$/, '')
    .replace(/\.git$/i, '')
    .replace(/^https?:\/\/[^/]+/i, (origin) => origin.toLowerCase());
