import { randomUUID, sign } from 'node:crypto';
import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { selfSignedCertificate } from '../eventstoredb/certificate';

/** Gives out tokens as a registry's authorization service does, each for what was asked for and no more. */
export interface TokenServer {
  readonly realm: string;
  readonly service: string;
  readonly issuer: string;
  /** The signer's certificate, PEM. */
  readonly certificate: string;
  /** The scopes that tokens were asked for. */
  readonly scopes: string[];
  /** A token for pushing, without asking. */
  pushToken(repository: string): string;
  close(): Promise<void>;
}

const LIFETIME = 300;

export async function startTokenServer(): Promise<TokenServer> {
  const { key, certificate } = selfSignedCertificate();
  const [service, issuer] = ['test-registry', 'test-issuer'];
  const scopes: string[] = [];
  const chain = certificate.toString().replaceAll(/-----[^-]+-----|\s/g, '');

  const tokenFor = (name: string, actions: readonly string[]): string => {
    const now = Math.floor(Date.now() / 1000);
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = {
      iss: issuer,
      sub: '',
      aud: service,
      exp: now + LIFETIME,
      nbf: now - LIFETIME,
      iat: now,
      jti: randomUUID(),
      access: [{ type: 'repository', name, actions }],
    };
    const text = `${part({ typ: 'JWT', alg: 'ES256', x5c: [chain] })}.${part(claims)}`;
    return `${text}.${sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
  };

  const server: Server = createServer((request, response) => {
    const scope = new URL(request.url!, 'http://tokens').searchParams.get('scope') ?? '';
    scopes.push(scope);
    const [, name = '', actions = ''] = scope.split(':');
    response.writeHead(200, { 'content-type': 'application/json' }).end(
      JSON.stringify({
        token: tokenFor(
          name,
          actions.split(',').filter((action) => action === 'pull'),
        ),
      }),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    realm: `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`,
    service,
    issuer,
    scopes,
    certificate: certificate.toString(),
    pushToken: (repository) => tokenFor(repository, ['pull', 'push']),
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
