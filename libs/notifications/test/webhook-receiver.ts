import { type IncomingHttpHeaders, type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTargetGuard, parseAllowedTargets } from '@assay/targets';
import { Webhook } from 'standardwebhooks';

interface Post {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A receiver on the own machine, which answers as it is told to. */
export class WebhookReceiver {
  readonly posts: Post[] = [];
  /** `hang`: it never answers. */
  answer: number | 'close' | 'hang' = 204;
  page: { readonly text: string; readonly encoding?: string } = { text: '' };

  private constructor(private readonly server: Server) {}

  static async begin(): Promise<WebhookReceiver> {
    const server = createServer();
    const receiver = new WebhookReceiver(server);
    server.on('request', (request, response) => {
      let body = '';
      request.on('data', (chunk) => void (body += chunk));
      request.on('end', () => {
        receiver.posts.push({ headers: request.headers, body });
        if (receiver.answer === 'close') request.socket.destroy();
        else if (receiver.answer !== 'hang') {
          const { text, encoding } = receiver.page;
          if (text !== '') response.setHeader('content-length', Buffer.byteLength(text));
          if (encoding !== undefined) response.setHeader('content-encoding', encoding);
          response.writeHead(receiver.answer).end(text);
        }
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  private get host(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get url(): string {
    return `http://${this.host}/hook`;
  }

  /** That lets this receiver through. */
  guard() {
    const allowed = parseAllowedTargets(this.host);
    if (!allowed.ok) throw new Error(allowed.refusal);
    return createTargetGuard({ allowed: allowed.value });
  }

  async end(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** Which of the secrets a message is signed by, in the order of its signatures, as the specification's library does. */
export function signersOf({ headers, body }: Post, secrets: readonly string[]): (string | undefined)[] {
  const signatures = String(headers['webhook-signature']).split(' ');
  const at = new Date(Number(headers['webhook-timestamp']) * 1_000);
  const known = secrets.map((secret) => new Webhook(secret).sign(String(headers['webhook-id']), at, body));
  return signatures.map((signature) => secrets[known.indexOf(signature)]);
}
