import type { CodeHost } from '@assay/kernel';
import { COMMON_NAME, type CommitStatus } from '../domain/commit-status';
import { repositoryPath } from './host-api';

/** A status, and where more is said; null if this service has no address that others know. */
type LinkedStatus = CommitStatus & { readonly link: string | null };

const HOSTB_STATES = { pending: 'pending', success: 'success', failure: 'failed', error: 'failed' } as const;

/** Each host's own fields for the state and the name of a status. */
const FIELDS: Readonly<Record<CodeHost, (state: CommitStatus['state'], name: string) => object>> = {
  hosta: (state, name) => ({ state, context: name }),
  hostb: (state, name) => ({ state: HOSTB_STATES[state], name }),
};

/** The request by which each host gets a commit's status. */
export function statusRequest({ host, repository, sha, state, description, automation, link }: LinkedStatus) {
  // Another status of the same name takes its place.
  const name = automation?.statusName ?? COMMON_NAME;
  const target = link !== null && { target_url: link };
  const path = `${repositoryPath(host, repository)}/statuses/${sha}`;
  const body = { ...FIELDS[host](state, name), description, ...target };
  return { method: 'POST', path, body } as const;
}
