import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chatProblem } from './chat-rules';

interface ChatPost {
  readonly path: string;
  /** The notification's id, the same for each repetition. */
  readonly id: string | undefined;
  readonly body: { readonly text: string };
}

/** Receives posts like a Slack-compatible incoming webhook, and refuses messages that Slack would refuse. */
export interface Chat {
  readonly url: string;
  readonly posts: readonly ChatPost[];
  /** The problem of each refused message. */
  readonly refused: readonly string[];
  close(): Promise<void>;
}

export async function openChat(): Promise<Chat> {
  const posts: ChatPost[] = [];
  const refused: string[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(parts).toString()) as ChatPost['body'];
      const problem = chatProblem(body);
      if (problem !== undefined) {
        refused.push(problem);
        response.writeHead(400).end('invalid_blocks');
        return;
      }
      posts.push({ path: request.url!, id: request.headers['idempotency-key'] as string | undefined, body });
      response.end('ok');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    posts,
    refused,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
