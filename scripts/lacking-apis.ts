import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BROWSERS, NOWHERE } from '../libs/analysis/src/engines/eslint/lint-config';

/** The names that eslint-plugin-compat looks for: on their own, or as members of objects. */
export interface LackingApis {
  readonly objects: readonly string[];
  readonly members: Readonly<Record<string, readonly string[]>>;
}

interface Api {
  readonly object: string;
  readonly property?: string;
  getUnsupportedTargets(api: Api, targets: unknown): readonly unknown[];
}

/** The APIs that some of Assay's browsers lack, by the data of the installed plugin. */
export function lackingApis(): LackingApis {
  const inside = dirname(require.resolve('eslint-plugin-compat'));
  const { nodes } = require(join(inside, 'providers')) as { nodes: readonly Api[] };
  const helpers = require(join(inside, 'helpers')) as {
    determineTargetsFromConfig(path: string, browsers: readonly string[]): unknown;
    parseBrowsersListVersion(targets: unknown): unknown;
  };
  const targets = helpers.parseBrowsersListVersion(
    helpers.determineTargetsFromConfig(join(NOWHERE, 'a.js'), [BROWSERS]),
  );
  const lacking = nodes.filter((api) => api.getUnsupportedTargets(api, targets).length > 0);
  const members = new Map<string, string[]>();
  for (const { object, property } of lacking)
    if (property !== undefined) members.set(property, [...(members.get(property) ?? []), object]);
  return {
    objects: sorted(lacking.filter(({ property }) => property === undefined).map(({ object }) => object)),
    members: Object.fromEntries(sorted([...members.keys()]).map((name) => [name, sorted(members.get(name)!)])),
  };
}

const sorted = (names: readonly string[]): string[] => [...new Set(names)].sort();

// `npm run lacking-apis`: after a new release of the plugin or of its data.
if (require.main === module)
  writeFileSync(
    join(__dirname, '../libs/analysis/src/engines/eslint/lacking-apis.generated.json'),
    `${JSON.stringify(lackingApis())}\n`,
  );
