import { readdir } from 'node:fs/promises';

// Signs of who owns a project in a copy that does not say where it comes from. Each may mislead, as in a fork: they
// make a finding milder, and never take it away.

const LOGIN = String.raw`([A-Za-z\d][A-Za-z\d-]{0,38})`;

/** Links to parts of a repository: its pages, its files, its releases. */
const PART = new RegExp(
  String.raw`(?:github\.com/${LOGIN}/[\w.-]{1,100}/(?:blob|tree|raw|wiki|issues|releases|` +
    String.raw`discussions|pulls?|graphs|contributors|compare|commits?)\b|raw\.githubusercontent\.com/${LOGIN}/)`,
  'g',
);
const LEAST_PARTS = 3;

/** `git clone https://github.com/acme/shop.git`: those who want to build it begin so. */
const CLONED = new RegExp(String.raw`\bgit clone\b[^\n]{0,60}?github\.com[:/]${LOGIN}/`, 'g');

/** Where a registry gives its packages only to those who have an account with its owner. */
const PACKAGES = new RegExp(String.raw`\b(?:maven|nuget)\.pkg\.github\.com/${LOGIN}\b`, 'g');

/** The rules of an organisation for all of its repositories. */
const RENOVATE = new RegExp(String.raw`["'](?:local|github)>${LOGIN}/[\w.-]*renovate[\w.-]*[^"']*["']`, 'gi');

const SONAR = new RegExp(String.raw`\bsonar\.organization["']?\s*[=:,]\s*["']?${LOGIN}`, 'g');

/** An organisation has workflows of several repositories called. Those of a vendor come from one. */
const CALLED = new RegExp(String.raw`\buses:\s*["']?${LOGIN}/([\w.-]+)/\.github/workflows/`, 'g');
const LEAST_REPOSITORIES = 3;

type Likely = readonly [owner: string, why: string];

const ownersIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, one, other]) => (one ?? other)!.toLowerCase());

/** The owner whom most of them name. */
function mostNamed(owners: readonly string[], least: number): string | undefined {
  const counts = new Map<string, number>();
  for (const owner of owners) counts.set(owner, (counts.get(owner) ?? 0) + 1);
  return [...counts].find(([, count]) => count >= least && count * 2 > owners.length)?.[0];
}

const SIGNS: readonly {
  readonly files: RegExp;
  readonly pattern: RegExp;
  readonly least: number;
  readonly why: string;
}[] = [
  {
    files: /^(?:readme|changelog|changes|contributing|security|support|history)\b|\.(?:md|rst|adoc)$/i,
    pattern: PART,
    least: LEAST_PARTS,
    why: 'a page at the root links to parts of repositories of that owner',
  },
  { files: /^readme\b/i, pattern: CLONED, least: 1, why: 'the page at the root clones a repository of that owner' },
  {
    files: /^(?:(?:build|settings)\.gradle(?:\.kts)?|nuget\.config|pom\.xml)$/i,
    pattern: PACKAGES,
    least: 1,
    why: 'the build has packages of that owner from GitHub',
  },
  {
    files: /^\.?renovate(?:rc)?(?:\.json5?)?$/,
    pattern: RENOVATE,
    least: 1,
    why: 'Renovate has the rules of that owner',
  },
  {
    files: /^(?:sonar-project\.properties|build\.gradle(?:\.kts)?)$/,
    pattern: SONAR,
    least: 1,
    why: 'its organisation at Sonar has that name',
  },
];

/** The most pages of which the beginnings are read. */
const MOST_PAGES = 60;

/** The names of the files at the root that may say whose the project is. */
export const pagesAt = async (root: string): Promise<string[]> =>
  (await readdir(root, { withFileTypes: true }))
    .filter((each) => each.isFile() && SIGNS.some(({ files }) => files.test(each.name)))
    .map(({ name }) => name)
    .sort()
    .slice(0, MOST_PAGES);

/** Who may own a project by a page at its root. */
export const likelyByPage = (name: string, text: string): Likely[] =>
  SIGNS.flatMap(({ files, pattern, least, why }): Likely[] => {
    const owner = files.test(name) ? mostNamed(ownersIn(text, pattern), least) : undefined;
    return owner === undefined ? [] : [[owner, why]];
  });

/** Who may own a project by the workflows that it calls. */
export function likelyByWorkflows(workflows: readonly string[]): Likely[] {
  const repositories = new Map<string, Set<string>>();
  for (const [, login, name] of workflows.flatMap((text) => [...text.matchAll(CALLED)])) {
    const owner = login!.toLowerCase();
    repositories.set(owner, (repositories.get(owner) ?? new Set()).add(name!.toLowerCase()));
  }
  return [...repositories]
    .filter(([, names]) => names.size >= LEAST_REPOSITORIES)
    .map(([owner]) => [owner, `workflows of ${LEAST_REPOSITORIES} of its repositories or more are called`]);
}
