import type { IncomingMessage, ServerResponse } from 'node:http';

type Answer = (request: IncomingMessage, response: ServerResponse) => boolean;

const packet = (content: string | Buffer): Buffer =>
  Buffer.concat([Buffer.from((Buffer.byteLength(content) + 4).toString(16).padStart(4, '0')), Buffer.from(content)]);

/**
 * Writes what `next` gives as fast as the client takes it, until the client is gone; timers have their turn between.
 */
function pour(response: ServerResponse, next: () => Buffer): void {
  const more = (): void => {
    if (response.destroyed) return;
    if (response.write(next())) setImmediate(more);
    else response.once('drain', () => setImmediate(more));
  };
  more();
}

/** Names references for as long as anybody listens. */
export const endlessReferences: Answer = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-advertisement' });
  response.write(
    Buffer.concat([
      packet('# service=git-upload-pack\n'),
      Buffer.from('0000'),
      packet(`${'1'.repeat(40)} HEAD\0side-band-64k ofs-delta\n`),
    ]),
  );
  const many = Buffer.concat(
    Array.from({ length: 4_000 }, (_, index) =>
      packet(`${'1'.repeat(40)} refs/heads/${String(index).padStart(200, 'x')}\n`),
    ),
  );
  pour(response, () => many);
  return true;
};

/** A pack of one blob of a terabyte that does not compress, after an honest conversation. */
export const endlessPack: Answer = (request, response) => {
  if (request.method !== 'POST' || !request.url!.endsWith('/git-upload-pack')) return false;
  if (!fetches.has(request.url!)) {
    fetches.add(request.url!); // the first question of version 2 is for the references
    return false;
  }
  fetches.delete(request.url!);
  response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-result' });
  const sideband = (content: Buffer) => packet(Buffer.concat([Buffer.from([1]), content]));
  const header = Buffer.concat([
    Buffer.from('PACK'),
    Buffer.from([0, 0, 0, 2, 0, 0, 0, 1]),
    Buffer.from([0xb0, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01]),
    Buffer.from([0x78, 0x01]),
  ]);
  response.write(Buffer.concat([packet('packfile\n'), sideband(header)]));
  // stored, not deflated
  const block = sideband(Buffer.concat([Buffer.from([0, 0x00, 0xf0, 0xff, 0x0f]), Buffer.alloc(0xf000, 'x')]));
  pour(response, () => block);
  return true;
};
const fetches = new Set<string>();

/** The old protocol of plain files, with the address of another server where the objects are. */
export const alternatesAt =
  (url: string): Answer =>
  (request, response) => {
    if (request.url!.includes('/info/refs'))
      response.writeHead(200, { 'content-type': 'text/plain' }).end(`${'1'.repeat(40)}\trefs/heads/main\n`);
    else if (request.url!.endsWith('/HEAD'))
      response.writeHead(200, { 'content-type': 'text/plain' }).end('ref: refs/heads/main\n');
    else if (request.url!.endsWith('alternates'))
      response.writeHead(200, { 'content-type': 'text/plain' }).end(`${url}\n`);
    else response.writeHead(404).end();
    return true;
  };

/** An error of the server's own wording. */
export const errorThatSays =
  (text: string): Answer =>
  (_, response) => {
    response
      .writeHead(200, { 'content-type': 'application/x-git-upload-pack-advertisement' })
      .end(Buffer.concat([packet('# service=git-upload-pack\n'), Buffer.from('0000'), packet(`ERR ${text}`)]));
    return true;
  };

export const redirectTo =
  (url: string, status = 302): Answer =>
  (request, response) => {
    response.writeHead(status, { location: `${url}${request.url}` }).end();
    return true;
  };
