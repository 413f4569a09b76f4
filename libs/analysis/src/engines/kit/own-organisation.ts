import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { EnginePass } from '../engine';
import { likelyByPage, likelyByWorkflows, pagesAt } from './likely-owners';
import type { Problem } from './per-file';

/** The most bytes that are read of a manifest. The owner stands at its beginning. */
const MOST_BYTES = 64 * 1024;

const HOSTED = String.raw`github\.com[/:]([A-Za-z\d][A-Za-z\d-]{0,38})/`;

/** In which files at the root a project says where it lives, and how. */
const MANIFESTS: Readonly<Record<string, RegExp>> = {
  'package.json': new RegExp(
    String.raw`"repository"\s{0,4}:\s{0,4}(?:\{[^{}]{0,200}?"url"\s{0,4}:\s{0,4})?"[^"\n]{0,40}?(?:${HOSTED}|` +
      String.raw`(?:github:)?([A-Za-z\d][A-Za-z\d-]{0,38})/[\w.-]{1,100}")`,
  ),
  'go.mod': new RegExp(`^module\\s{1,4}"?${HOSTED}`, 'm'),
  'Cargo.toml': new RegExp(String.raw`^repository(?:\.workspace)?\s{0,4}=\s{0,4}"[^"\n]{0,20}${HOSTED}`, 'm'),
  'pyproject.toml': new RegExp(
    String.raw`^["']?(?:repository|source(?:[ -]code)?|code|homepage|home|github|changelog|changes|issues)["']?` +
      String.raw`\s{0,4}=\s{0,4}["'][^"'\n]{0,20}${HOSTED}`,
    'im',
  ),
  'setup.cfg': new RegExp(String.raw`^(?:url|home-page)\s{0,4}=\s{0,4}[^\s]{0,20}${HOSTED}`, 'm'),
  'setup.py': new RegExp(String.raw`^\s{0,20}url\s{0,4}=\s{0,4}["'][^"'\n]{0,20}${HOSTED}`, 'm'),
  'pom.xml': new RegExp(String.raw`<scm>[^]{0,300}?${HOSTED}`),
  'composer.json': new RegExp(String.raw`"(?:source|issues|homepage)"\s{0,4}:\s{0,4}"[^"\n]{0,20}${HOSTED}`),
  'Chart.yaml': new RegExp(String.raw`^(?:home:\s{1,4}|sources:\s{0,4}\n\s{0,4}-\s{1,4})["']?https://${HOSTED}`, 'm'),
  'galaxy.yml': new RegExp(String.raw`^(?:repository|homepage|issues):\s{1,4}["']?https://${HOSTED}`, 'm'),
  // A code host knows teams of the organisation only that has the repository.
  ...Object.fromEntries(
    ['CODEOWNERS', '.github/CODEOWNERS', 'docs/CODEOWNERS'].map((file) => [
      file,
      /^[^#\n]{0,200}?\s@([A-Za-z\d][A-Za-z\d-]{0,38})\/[\w.-]/m,
    ]),
  ),
  // The badge of a workflow is that of the project's own.
  'README.md': new RegExp(String.raw`${HOSTED}[\w.-]{1,100}/(?:actions/)?workflows/`),
};

/** `if: github.repository == 'owner/name'` */
const CONDITION = /\bgithub\.repository(?:_owner)?\s{0,4}==\s{0,4}'([A-Za-z\d][A-Za-z\d-]{0,38})(?:\/[\w.-]{1,100})?'/g;

/** Owners that a workflow names as its own, because it does something in their repository alone. */
const ownersNamedIn = (workflow: string): string[] =>
  [...workflow.matchAll(CONDITION)].map(([, owner]) => owner!.toLowerCase());

/** Where a project says which repository it is, besides its manifests. */
const READMES = ['README.md', 'readme.md', 'README.rst', 'README', '.github/README.md'];
const REPOSITORY = /github\.com[/:]([A-Za-z\d][A-Za-z\d-]{0,38}\/[\w.-]{1,100}?)(?=\.git\b|[^\w.-]|$)/g;

const LOGIN = String.raw`[A-Za-z\d][A-Za-z\d-]{0,38}`;
/** A person or the organisation of a team: no mail address, and no page below the account. */
const ACCOUNTS = new RegExp(String.raw`(?<![\w.@/])@(${LOGIN})(?![\w-])|github\.com/(${LOGIN})(?![\w/-])`, 'g');

const accountsIn = (text: string): string[] => [...text.matchAll(ACCOUNTS)].map(([, one, other]) => (one ?? other)!);

/** Who may be paid for the project: a name, a list in brackets or one of lines. */
function accountsToPay(text: string): string[] {
  const given = /^github:((?:[^\n]|\n[ \t]*-[ \t])*)/m.exec(text)?.[1] ?? '';
  return given.replace(/[ \t]#[^\n]*/g, '').match(new RegExp(LOGIN, 'g')) ?? [];
}

/** Who owns every file of the project, not only some of them. */
const ownersOfAll = (text: string): string[] => accountsIn((text.match(/^\*[ \t][^#\n]*/gm) ?? []).join('\n'));

/** In which files a project names the accounts of those who keep it, and how. */
const NAMING_MAINTAINERS: Readonly<Record<string, (text: string) => string[]>> = {
  ...Object.fromEntries(['CODEOWNERS', '.github/CODEOWNERS', 'docs/CODEOWNERS'].map((file) => [file, ownersOfAll])),
  ...Object.fromEntries(['.github/FUNDING.yml', '.github/funding.yml'].map((file) => [file, accountsToPay])),
  ...Object.fromEntries(['MAINTAINERS.md', 'MAINTAINERS', '.github/MAINTAINERS.md'].map((file) => [file, accountsIn])),
};

/** A list of more people is one of those who have helped. */
const MOST_MAINTAINERS = 50;

/** In lower case: what tells which workflows are the project's own. */
export interface Ownership {
  /** Users and organisations that own the project, by where it comes from, its manifests and its workflows. */
  readonly owners: ReadonlySet<string>;
  /** Users and organisations that may own it, by what its workflows and the pages at its root say, with the reason. */
  readonly likely: ReadonlyMap<string, string>;
  /** Accounts of those who keep it, by what the project says. */
  readonly maintainers: ReadonlySet<string>;
  /** `owner/name` of the repositories that the pages at its root link to. The project itself is mostly one of them. */
  readonly linked: ReadonlySet<string>;
  /** The paths of its workflows that can be called. */
  readonly callable: ReadonlySet<string>;
}

/**
 * By the repository that the target comes from, and by what the project says of itself in its workflows and in the
 * pages and manifests at its root: a directory that is no clone has nothing else.
 * @param pass with the workflows as its files
 */
export async function ownershipIn({
  root,
  files,
  target,
}: Pick<EnginePass, 'root' | 'files' | 'target'>): Promise<Ownership> {
  const [owners, maintainers] = [new Set<string>(), new Set<string>()];
  const likely = new Map<string, string>();
  const [linked, callable] = [new Set<string>(), new Set<string>()];
  const workflows: string[] = [];
  const owner = target?.repository?.split('/', 1)[0];
  if (owner !== undefined) owners.add(owner.toLowerCase());
  for (const { staged } of files) {
    const workflow = await beginningOf(join(root, staged));
    for (const owner of ownersNamedIn(workflow)) owners.add(owner);
    if (CAN_BE_CALLED.test(workflow)) callable.add(staged.toLowerCase());
    workflows.push(workflow);
  }
  for (const [owner, why] of likelyByWorkflows(workflows)) likely.set(owner, why);
  for (const name of new Set([...READMES, ...Object.keys(MANIFESTS)])) {
    const page = await beginningOf(join(root, name));
    const owner = MANIFESTS[name]
      ?.exec(page)
      ?.slice(1)
      .find((each) => each !== undefined);
    if (owner !== undefined) owners.add(owner.toLowerCase());
    for (const [, repository] of callable.size === 0 ? [] : page.matchAll(REPOSITORY))
      if (linked.size < MOST_REPOSITORIES) linked.add(repository!.toLowerCase());
  }
  for (const name of await pagesAt(root))
    for (const [owner, why] of likelyByPage(name, await beginningOf(join(root, name)))) likely.set(owner, why);
  for (const [name, accountsOf] of Object.entries(NAMING_MAINTAINERS)) {
    const accounts = accountsOf(await beginningOf(join(root, name)));
    for (const account of accounts.length > MOST_MAINTAINERS ? [] : accounts) maintainers.add(account.toLowerCase());
  }
  return { owners, likely, maintainers, linked, callable };
}

const CAN_BE_CALLED = /^[^#\n]{0,200}\bworkflow_call\b/m;

/** A page that links to more is a list of the projects of others. */
const MOST_REPOSITORIES = 200;

/** Empty if there is no such file. */
async function beginningOf(path: string): Promise<string> {
  try {
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(MOST_BYTES), 0, MOST_BYTES, 0);
      return buffer.toString('utf8', 0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (error) {
    if (['ENOENT', 'EISDIR', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return '';
    throw error;
  }
}

/**
 * The repository `.github` holds the files that all repositories of an organisation share: nobody else has a use for
 * it.
 */
const OF_ORGANISATION = /^[\w-]{1,39}\/\.github\//;

/** @param used `Owner/name/path@ref` */
export const isOwned = (used: string, { owners }: Ownership): boolean =>
  owners.has(used.slice(0, used.indexOf('/')).toLowerCase()) || OF_ORGANISATION.test(used);

/**
 * Why an action or a workflow may be the project's own, although nothing says who owns the project: the pages at its
 * root or its workflows use what is that owner's, or link to that repository where here lies a workflow of the same
 * path, or the owner is one of those who keep the project.
 */
function whyOwn(used: string, { owners, likely, maintainers, linked, callable }: Ownership): string | undefined {
  const [owner, name, ...path] = used.replace(/@.*$/s, '').toLowerCase().split('/');
  if (linked.has(`${owner}/${name}`) && callable.has(path.join('/')))
    return 'a page at the root links to its repository and its path lies here, too';
  const why = likely.get(owner ?? '');
  if (why !== undefined) return why;
  if (maintainers.has(owner ?? '')) return 'a file of the project names its owner among those who keep the project';
  return hasNameOfOwner(owner!, owners) ? 'the name of its owner begins like that of the project’s' : undefined;
}

/** Whether an owner's name begins like that of an owner of the project: `acme` has tests at `acmelab`. */
export const hasNameOfOwner = (name: string, owners: ReadonlySet<string>): boolean =>
  [...owners].some((each) => areSisters(each, name));

/** The first word of a name is then no common one. */
const LEAST_OF_NAME = 5;

/** Organisations of one project share the first word of their names: `jenkinsci` and `jenkins-infra`. */
function areSisters(one: string, other: string): boolean {
  const [[first], [second]] = [one.split('-'), other.split('-')];
  const [short, long] = first!.length < second!.length ? [first!, second!] : [second!, first!];
  return short.length >= LEAST_OF_NAME && long.startsWith(short);
}

/** Lowers a finding about an action that may be the project's own, and says why. */
export function mildIfOwn(found: Problem, used: string, ownership: Ownership): Problem | undefined {
  const why = whyOwn(used, ownership);
  return why === undefined
    ? undefined
    : { ...found, message: `${found.message}; it may be your own, as ${why}`, severity: 'low' };
}
