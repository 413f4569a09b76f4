import { posix } from 'node:path';
import { missingPath } from '../../catalogue/infrastructure/missing';
import { mayBePath } from '../kit/may-be-path';
import { isRenderedElsewhere } from '../kit/rendered-folders';
import { type IsThere, type NotThere, firstReason } from '../kit/there';

/** Modules that take a file of their role, with the folder of it. */
const FOLDERS: Readonly<Record<string, string>> = {
  include_tasks: 'tasks',
  import_tasks: 'tasks',
  template: 'templates',
};

/** Folders beside roles in which a playbook may lie, and have files of its own. */
const OF_PLAYBOOKS = ['', 'playbooks/', 'ansible/', 'ansible/playbooks/'];

/**
 * The file that a task of a role names and that is in none of the places where Ansible looks for it; undefined where it
 * is in one, or may be elsewhere.
 * @param file the path of the task
 * @param named as the task names it
 */
export function missingFile(file: string, module: string, named: string, isThere: IsThere): string | undefined {
  const folder = Object.hasOwn(FOLDERS, module) ? FOLDERS[module]! : undefined;
  const role = /^(.*\/|)(?:tasks|handlers)\/.+$/s.exec(file)?.[1];
  if (folder === undefined || role === undefined || !isPlain(named) || isRenderedElsewhere(file)) return undefined;
  // Without a folder of its own the role gets its templates from the inventory.
  if (folder === 'templates' && isThere(`${role}${folder}`) !== true) return undefined;
  const above = posix
    .dirname(role)
    .split('/')
    .map((_, index, all) => `${all.slice(0, index + 1).join('/')}/`);
  const places = [posix.dirname(file), role, `${role}handlers`, ...above, ...OF_PLAYBOOKS];
  const candidates = places.flatMap((place) => [posix.join(place, named), posix.join(place, folder, named)]);
  const found = new Set<true | NotThere>(candidates.map((each) => each.startsWith('..') || isThere(each)));
  const why = firstReason(found);
  return why === true ? undefined : missingPath(named, why);
}

const isPlain = (named: string): boolean =>
  mayBePath(named) && /^[\w-][\w./-]*\.\w+$/.test(named) && !/(?:^|\/)\.{1,2}(?:\/|$)/.test(named);
