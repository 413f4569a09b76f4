/**
 * A warning about settings in the environment, which the demo's own service leaves aside; undefined if there are none.
 * @param names the settings that a service has
 */
export function unusedSettings(
  names: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const unused = names.filter((name) => name.startsWith('ASSAY_') && environment[name]).sort();
  if (unused.length === 0) return undefined;
  return (
    `The demo runs a service of its own on temporary files and does not use ${unused.join(', ')}. To see it on your ` +
    'settings: npm start, then ASSAY_DEMO_URL=<its address> ASSAY_DEMO_KEY=<a key> npm run demo.'
  );
}
