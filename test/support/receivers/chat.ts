import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface ChatPost {
  readonly path: string;
  /** Of the notification: the same for each repetition. */
  readonly id: string | undefined;
  readonly body: { readonly text: string };
}

/** Takes what is posted into chat channels, as a Slack-compatible incoming webhook does. */
export interface Chat {
  readonly url: string;
  readonly posts: readonly ChatPost[];
  close(): Promise<void>;
}

export async function openChat(): Promise<Chat> {
  const posts: ChatPost[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(parts).toString()) as ChatPost['body'];
      posts.push({ path: request.url!, id: request.headers['idempotency-key'] as string | undefined, body });
      response.end('ok');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    posts,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
