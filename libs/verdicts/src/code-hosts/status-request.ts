import type { CommitStatus } from '../domain/commit-status';
import { repositoryPath } from './host-api';

/** A status, and where more is said; null where this service has no address that others know. */
type LinkedStatus = CommitStatus & { readonly link: string | null };

/** What another status of the same name takes the place of. */
const NAME = 'assay';
const HOSTB_STATES = { pending: 'pending', success: 'success', failure: 'failed', error: 'failed' } as const;

/** How each host is told a commit's status by its API. */
export function statusRequest({ host, repository, sha, state, description, link }: LinkedStatus) {
  const target = link === null ? {} : { target_url: link };
  const path = `${repositoryPath(host, repository)}/statuses/${sha}`;
  const body =
    host === 'hosta'
      ? { state, description, context: NAME, ...target }
      : { state: HOSTB_STATES[state], description, name: NAME, ...target };
  return { method: 'POST', path, body } as const;
}
