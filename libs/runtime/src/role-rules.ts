import { type Role, ROLES, type Settings } from '@assay/kernel';
import { isEmbedded } from '@assay/platform';
import { StartRefused } from './start-refused';

type Composition = Pick<Settings, 'eventStoreUrl' | 'readModelUrl' | 'orchestrator' | 'roles'>;

/** The roles of `assay scan`: the whole service without HTTP. */
export const LOCAL_ROLES: ReadonlySet<Role> = new Set(['projector', 'worker']);

/**
 * Which roles a process may have on which engines. A store in a file belongs to one process, and so do the sessions
 * that run in one: everything else must then be in that process, too.
 *
 * @param needed the roles that make the whole service; without `api` for a command that runs it for itself
 * @throws StartRefused
 */
export function checkRoles(
  { eventStoreUrl, readModelUrl, orchestrator, roles }: Composition,
  needed: ReadonlySet<Role> = new Set(ROLES),
): void {
  const missing = [...needed].filter((role) => !roles.has(role));
  if (missing.length === 0) return;
  const embedded = [
    ...(isEmbedded(eventStoreUrl)
      ? [{ what: 'the event store is a file (sqlite:)', instead: 'ASSAY_EVENT_STORE_URL=esdb://…' }]
      : []),
    ...(isEmbedded(readModelUrl)
      ? [{ what: 'the read models are a file (sqlite:)', instead: 'ASSAY_READ_MODEL_URL=mongodb://…' }]
      : []),
    ...(orchestrator === 'embedded'
      ? [{ what: 'sessions run inside the process (embedded)', instead: 'ASSAY_ORCHESTRATOR=temporal://…' }]
      : []),
  ];
  if (embedded.length === 0) return;
  throw new StartRefused(
    `a process with the roles ${[...roles].join(', ')} alone cannot work: ` +
      `${embedded.map(({ what }) => what).join(', ')}, so that ${missing.join(' and ')} must be in the same ` +
      'process. ' +
      `Run all roles in one process (ASSAY_ROLES=${ROLES.join(',')}, the default), or give the processes ` +
      `engines that they can share: ${embedded.map(({ instead }) => instead).join(', ')}`,
  );
}
