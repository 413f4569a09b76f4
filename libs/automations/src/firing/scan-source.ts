import { CODE_HOSTS, type CodeHost, type Settings, refused } from '@assay/kernel';
import { CATALOGUED_AS, type SessionTarget, namingField, scanTarget } from '@assay/scanning';
import { type Action, HOST_OF_TRIGGER, type OverrideType, type SourceOverride } from '../domain/automation-fields';
import type { FiringTrigger } from '../domain/firing';

interface Asked {
  readonly trigger: FiringTrigger;
  readonly action: Action;
  readonly project: { readonly repositoryUrl: string | null; readonly defaultBranch: string };
  /** The base addresses of the code hosts. */
  readonly addresses: Pick<Settings['sources'], CodeHost>;
}

/**
 * The target of a firing: the one that the action names, else the one of the event, else the repository of the project.
 * For the project's repository it is the branch and the commit of the event, even if the branch has moved on. Another
 * repository does not have that commit: its target is the head of the branch that the action names, or of the project's
 * default branch.
 *
 * @throws RefusedError VALIDATION_ERROR if nothing names a source, with the field `source`
 */
export function scanSource(asked: Asked): SessionTarget {
  const { trigger, action, project, addresses } = asked;
  const override = action.config.sourceOverride;
  if (override) return overridden(override, asked);
  const host = HOST_OF_TRIGGER[trigger.type];
  if (trigger.targetUrl !== undefined)
    return targetOf(host ?? typeOf(trigger.targetUrl, addresses), trigger.targetUrl, asked);
  const { repositoryUrl } = project;
  if (host && trigger.repository !== undefined) {
    const isProjects = repositoryUrl !== null && isAt(repositoryUrl, trigger.repository, addresses[host]);
    return targetOf(host, isProjects ? cloneAddress(repositoryUrl) : trigger.repository, asked);
  }
  if (repositoryUrl === null)
    return noSource('there is no source: give the project a repositoryUrl, or the action a sourceOverride');
  return targetOf(host ?? hostAt(repositoryUrl, addresses) ?? 'hosta', cloneAddress(repositoryUrl), asked);
}

function overridden({ type, targetUrl }: SourceOverride, asked: Asked): SessionTarget {
  const { trigger, action, project } = asked;
  const [source = '', branch] = isOfHost(type) ? targetUrl.split('#', 2) : [targetUrl];
  if (!isOfAnotherRepository(trigger, action) && branch === undefined) return targetOf(type, source, asked);
  const own: FiringTrigger = { type: trigger.type, branch: branch ?? project.defaultBranch };
  return targetOf(type, source, { ...asked, trigger: own });
}

/** Whether the action scans another repository than the one whose commit and branches the event names. */
export function isOfAnotherRepository({ type, repository }: FiringTrigger, { config }: Action): boolean {
  const { sourceOverride: override } = config;
  if (override === undefined || !isOfHost(override.type)) return false;
  const host = HOST_OF_TRIGGER[type];
  if (repository === undefined || host === null) return false;
  const [source = ''] = override.targetUrl.split('#', 1);
  return override.type !== host || !(isAt(source, repository) || isSame(source, repository));
}

/** The note in the row of a firing that scans another repository. */
export const sourceNote = (trigger: FiringTrigger, action: Action): string | null =>
  isOfAnotherRepository(trigger, action)
    ? `The action names another source: the head of ${action.config.sourceOverride!.targetUrl} is scanned, ` +
      'and not the commit of the event'
    : null;

/** Whether the source is a repository, which has branches and commits. */
const isOfHost = (type: OverrideType): boolean => CATALOGUED_AS.get(type) === 'repository';

function targetOf(type: OverrideType, source: string, { trigger, project }: Asked): SessionTarget {
  const { branch = project.defaultBranch, commitSha: commit, targetBranch } = trigger;
  const named = { [namingField(type)]: source };
  if (!isOfHost(type)) return scanTarget(type, named);
  const target = scanTarget(type, { ...named, branch, ...(commit && { commit }) });
  return targetBranch === undefined ? target : ({ ...target, targetBranch } as SessionTarget);
}

/** A repository if the address is at a code host or is named like one; any other address is a page. */
function typeOf(address: string, addresses: Asked['addresses']): OverrideType {
  const host = hostAt(address, addresses);
  if (host) return host;
  return /\.git\/?$/.test(address) ? 'hosta' : 'url';
}

const hostAt = (address: string, addresses: Asked['addresses']): CodeHost | undefined =>
  CODE_HOSTS.find((host) => addresses[host] !== undefined && isBelow(address, addresses[host]));

function isBelow(address: string, base: string): boolean {
  if (!URL.canParse(address)) return false;
  const [{ origin, pathname }, root] = [new URL(address), new URL(base)];
  return origin === root.origin && pathname.startsWith(root.pathname.replace(/\/*$/, '/'));
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/**
 * Whether an address is that of the repository. Below the base address of its host the rest must be the name. Of
 * another address, such as a mirror's, the last segments must be the name, as nothing says where it begins.
 */
function isAt(address: string, name: string, base?: string): boolean {
  if (!URL.canParse(address)) return false; // a name, of which the last segments may be those of a project in a group
  const plain = (path: string): string => path.replace(/(\.git)?\/*$/, '').toLowerCase();
  const path = plain(new URL(address).pathname);
  if (base === undefined || !isBelow(address, base)) return path.endsWith(`/${name.toLowerCase()}`);
  return path === `${plain(new URL(base).pathname)}/${name.toLowerCase()}`;
}

function cloneAddress(repositoryUrl: string): string {
  if (/^https?:/i.test(repositoryUrl)) return repositoryUrl;
  return noSource('the repositoryUrl of the project is an ssh address, and repositories are cloned by https');
}

const noSource = (message: string): never => refused('VALIDATION_ERROR', message, [{ field: 'source', message }]);
