/** Rules of secrets that stand in an object. A chart's values have defaults for them, which users are to change. */
export const OF_SECRETS: ReadonlySet<string> = new Set([
  'secret-in-environment',
  'secret-in-command',
  'committed-secret',
  'secret-in-config-map',
]);
