import type { objectWriter } from '../../test/support/git-server/git-objects';
import { type GitServer, openGitServer } from '../../test/support/git-server/git-server';
import { endlessPack, endlessReferences } from '../../test/support/git-server/hostile-answers';
import type { Run } from './attack';
import { ended } from './attacker';

const NAMES = ['eve/files', 'eve/pack', 'eve/references', 'eve/deep'] as const;

/** A git server whose repositories are meant to harm the client that clones them. */
export async function hostileRepositories(): Promise<GitServer> {
  const server = await openGitServer();
  server.add('eve/files', { main: billionsOfFiles });
  server.add('eve/pack', { main: { a: 'a' } });
  server.add('eve/deep', { main: deepTree });
  server.intercept((request, response) => {
    if (request.url!.includes('eve/pack')) return endlessPack(request, response);
    return request.url!.includes('eve/references') && endlessReferences(request, response);
  });
  return server;
}

/** A pack without an end, references without an end, billions of files in a dozen objects, 2,000 levels of folders. */
export const cloneThem =
  (): Run =>
  async ({ attacker }) => {
    await Promise.all(NAMES.map((repoUrl) => ended(attacker, { sourceType: 'hosta', repoUrl })));
  };

type Objects = ReturnType<typeof objectWriter>;

function billionsOfFiles(objects: Objects): string {
  let id = objects.write('blob', Buffer.from('bomb\n'));
  for (let level = 0; level < 9; level += 1) {
    const mode = level === 0 ? '100644' : '40000';
    id = objects.tree(Array.from({ length: 10 }, (_, index) => ({ mode, name: `d${index}`, id })));
  }
  return objects.commit(id);
}

function deepTree(objects: Objects): string {
  let id = objects.treeOf({ a: 'a' });
  for (let level = 0; level < 2_000; level += 1) id = objects.tree([{ mode: '40000', name: 'd', id }]);
  return objects.commit(id);
}
