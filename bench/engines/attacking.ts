import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerQuestions } from '../child-process';
import type { Run } from './attack';
import { clientOf } from './attacker';
import { ATTACKS, PAGES } from './attacks';
import { hostileRepositories } from './hostile-repositories';

export type AttackerQuestion =
  | { readonly kind: 'start' }
  | { readonly kind: 'prepare'; readonly name: string; readonly roots: string }
  /** Answered when the prepared attack is over. */
  | { readonly kind: 'attack'; readonly url: string; readonly key: string };

/** The servers that the attacker offers to the service. */
export interface AttackersSites {
  /** The address of its pages. */
  readonly page: string;
  /** The address of its git repositories. */
  readonly hosta: string;
}

let servers: { readonly pages: Server; readonly repositories: Awaited<ReturnType<typeof hostileRepositories>> };
let prepared: Run;

/** The attacker runs in its own process, so that its work does not add to the measured waits. */
async function answer(question: AttackerQuestion): Promise<unknown> {
  switch (question.kind) {
    case 'start':
      servers = { pages: await servedPages(), repositories: await hostileRepositories() };
      return { page: addressOf(servers.pages), hosta: `http://127.0.0.1:${servers.repositories.port}` };
    case 'prepare':
      prepared = ATTACKS.find(({ name }) => name === question.name)!.prepare({ roots: question.roots });
      return undefined;
    case 'attack': {
      const { url, key } = question;
      await prepared({ attacker: clientOf(url, key), key, url, page: addressOf(servers.pages) });
      return undefined;
    }
  }
}

const addressOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

async function servedPages(): Promise<Server> {
  const server = createServer(({ url = '/' }, response) => {
    const page = PAGES[url];
    response.writeHead(page ? 200 : 404, { 'content-type': 'text/html' }).end(page ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

answerQuestions(answer, async () => {
  servers.pages.closeAllConnections();
  servers.pages.close();
  await servers.repositories.close();
});
