/** Rules of secrets that stand in an object. A chart's values have defaults for them, which users are to change. */
export const OF_SECRETS: ReadonlySet<string> = new Set([
  'secret-in-environment',
  'secret-in-command',
  'committed-secret',
  'secret-in-config-map',
]);

/**
 * Rules about the purpose of some charts: agents of nodes, controllers of everything. The person who sets their values
 * decides.
 */
export const OF_PURPOSE: ReadonlySet<string> = new Set([
  'windows-host-process',
  'rbac-everything',
  'rbac-namespace-everything',
  'api-service-unchecked',
]);
