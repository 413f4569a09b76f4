import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface Asked {
  readonly authorization: string | undefined;
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}
type Behaviour = (response: ServerResponse, request: IncomingMessage) => void;

/** A server on loopback that speaks OpenAI's chat completions, and behaves as a test tells it to. */
export class ModelServer {
  readonly asked: Asked[] = [];
  behaves: Behaviour = answers('{}');

  private constructor(private readonly server: Server) {}

  static async listen(): Promise<ModelServer> {
    const server = createServer();
    const modelServer = new ModelServer(server);
    server.on('request', (request, response) => void modelServer.take(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return modelServer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = JSON.parse(await text(request)) as Omit<Asked, 'authorization'>;
    this.asked.push({ ...body, authorization: request.headers.authorization });
    if (request.url !== '/v1/chat/completions') response.writeHead(404).end();
    else this.behaves(response, request);
  }
}

const STREAM = { 'content-type': 'text/event-stream' };
export function piece(delta: object, finish_reason: string | null = null): string {
  const choices = [{ index: 0, delta, finish_reason }];
  const chunk = { id: 'c', object: 'chat.completion.chunk', created: 0, model: 'm', choices };
  return `data: ${JSON.stringify(chunk)}

`;
}

/** Streams an answer in pieces. */
export const answers =
  (answer: string, finish = 'stop'): Behaviour =>
  (response) => {
    response.writeHead(200, STREAM);
    for (const part of answer.match(/[\s\S]{1,40}/g) ?? []) response.write(piece({ content: part }));
    response.end(`${piece({}, finish)}data: [DONE]\n\n`);
  };

export const says =
  (status: number, body: string, headers: Record<string, string> = {}): Behaviour =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);

/** Streams what it is given, and no end. */
export const beginsWith =
  (...pieces: readonly string[]): Behaviour =>
  (response) => {
    response.writeHead(200, STREAM);
    for (const each of pieces) response.write(each);
  };

export const hangsUp: Behaviour = (_, request) => void request.socket.destroy();
