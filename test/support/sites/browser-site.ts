import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Page = string | ((request: IncomingMessage, response: ServerResponse) => void);

/** A site on loopback with the pages it is given, and what was asked of it. */
export interface BrowserSite {
  readonly port: number;
  readonly origin: string;
  /** Paths, in order. */
  readonly asked: readonly string[];
  /** A page by its path; text is HTML. */
  readonly pages: Map<string, Page>;
  readonly server: Server;
  close(): Promise<void>;
}

export async function startBrowserSite(): Promise<BrowserSite> {
  const asked: string[] = [];
  const pages = new Map<string, Page>();
  const server = createServer((request, response) => {
    asked.push(request.url!);
    const page = pages.get(request.url!.split('?')[0]!);
    if (page === undefined) response.writeHead(404).end('nothing is here');
    else if (typeof page === 'string')
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
    else page(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    asked,
    pages,
    server,
    origin: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A page without anything that axe, the console or Lighthouse's accessibility audits would name. */
export const cleanPage = (body = '', head = ''): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>A page</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="A page that is in order."><link rel="icon" href="data:,">${head}</head>
<body><main><h1>A page</h1><p>Text that can be read.</p>${body}</main></body></html>`;
