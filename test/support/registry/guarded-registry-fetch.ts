import { type RegistryFetch, createTargetGuard, guardedFetch, parseAllowedTargets } from '@assay/targets';

/** How the service reaches a registry, with servers of this machine allowed. */
export function guardedRegistryFetch(...servers: readonly string[]): RegistryFetch {
  const allowed = parseAllowedTargets(servers.map((server) => new URL(server).host).join(','));
  if (!allowed.ok) throw new Error(allowed.refusal);
  const guard = createTargetGuard({ allowed: allowed.value });
  return (request) =>
    guardedFetch({ ...request, guard, limits: { bytes: Number.MAX_SAFE_INTEGER, redirects: 3, time: 60_000 } });
}
