import type { CommitStatus } from '../domain/commit-status';

interface HostRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What another status of the same name takes the place of. */
const NAME = 'assay';
const HOSTB_STATES = { pending: 'pending', success: 'success', failure: 'failed', error: 'failed' } as const;

/** How each host is told a commit's status by its API. @param base the address of the host */
export function statusRequest(status: CommitStatus, base: string, token: string): HostRequest {
  const { host, repository, sha, state, description, link } = status;
  const target = link === null ? {} : { target_url: link };
  const json = { 'content-type': 'application/json' };
  if (host === 'hosta') {
    const [owner = '', name = ''] = repository.split('/').map(encodeURIComponent);
    return {
      url: `${apiOfHosta(base)}/repos/${owner}/${name}/statuses/${sha}`,
      headers: { ...json, accept: 'application/vnd.github+json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ state, description, context: NAME, ...target }),
    };
  }
  return {
    url: `${withoutSlash(base)}/api/v4/projects/${encodeURIComponent(repository)}/statuses/${sha}`,
    headers: { ...json, 'private-token': token },
    body: JSON.stringify({ state: HOSTB_STATES[state], description, name: NAME, ...target }),
  };
}

/** The public host has its API at a name of its own, one that somebody hosts has it below its address. */
function apiOfHosta(base: string): string {
  const { hostname } = new URL(base);
  return hostname === 'github.com' ? 'https://api.github.com' : `${withoutSlash(base)}/api/v3`;
}

const withoutSlash = (base: string): string => base.replace(/\/+$/, '');
