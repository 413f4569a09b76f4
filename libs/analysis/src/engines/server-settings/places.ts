import { dirname } from 'node:path';
import type { IsThere } from '../kit/there';

/** Words in a path that say that nobody but its developers reaches it. */
const FOR_DEVELOPERS = new RegExp(
  String.raw`(?:^|[/._-])(?:dev|devel|development|debug|local|localhost|tests?|testing|ci|samples?|examples?|dist|` +
    String.raw`demo|vagrant|sandbox|playground|labs?|mocks?|ddev|lando|devcontainer|xdebug|insecure|no-?auth)` +
    String.raw`(?=[/._-]|\d*$)`,
  'i',
);
const OF_CONTAINERS = /(?:^|[/._-])(?:docker|compose|containers?|k8s|kubernetes|helm|charts|podman)(?=[/._-]|$)/i;
const MADE_BY = ['Dockerfile', 'docker-compose.yml', 'docker-compose.yaml', 'compose.yml', 'compose.yaml'];
const MOST_FOLDERS = 6;

export const isForDevelopers = (path: string): boolean => FOR_DEVELOPERS.test(path);

/** Whether a program with this configuration most likely runs in a network of containers, where few reach it. */
export function runsInContainer(path: string, isThere: IsThere): boolean {
  if (OF_CONTAINERS.test(path)) return true;
  let folder = dirname(path);
  for (let step = 0; step < MOST_FOLDERS; step += 1) {
    if (MADE_BY.some((name) => isThere(folder === '.' ? name : `${folder}/${name}`) === true)) return true;
    if (folder === '.') return false;
    folder = dirname(folder);
  }
  return false;
}
