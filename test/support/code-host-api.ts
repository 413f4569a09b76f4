import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ApiDescription, type DescribedRequest, describedApi } from './hosting/described-api';
import HOSTA_API from './hosting/hosta-api.generated.json';
import { HOSTB_API } from './hosting/hostb-api';
import { HostedThreads } from './hosting/hosted-threads';
import { HostedChecks } from './hosting/hosted-checks';

const HOSTS = {
  hosta: {
    request: describedApi(HOSTA_API as ApiDescription, '/api/v3'),
    token: (headers: IncomingMessage['headers']) => /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1],
  },
  hostb: {
    request: describedApi(HOSTB_API, '/api/v4'),
    token: (headers: IncomingMessage['headers']) => headers['private-token'],
  },
} as const;
type Host = keyof typeof HOSTS;

export interface HostReply {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

interface TakenStatus {
  readonly host: Host;
  readonly sha: string;
  readonly name: string;
  readonly state: string;
  readonly description: string;
  readonly link: string | undefined;
}

/**
 * The part of both hosts' APIs that Assay calls: by GitHub's and GitLab's own descriptions, and for notes of hostb by
 * GitLab's documentation. Requests that the descriptions lack are refused and recorded.
 */
export function codeHostApi(token: string, { isApp = false }: { readonly isApp?: boolean } = {}) {
  const taken: TakenStatus[] = [];
  const refused: string[] = [];
  const calls: string[] = [];
  /** The answers to the next requests, whatever they are; `none` means no answer. */
  const scripted: (HostReply | 'none')[] = [];
  const [threads, checks] = [new HostedThreads(), new HostedChecks(isApp)];
  const refuse = (status: number, why: string): HostReply => {
    refused.push(`${status} ${why}`);
    return { status, body: { message: why } };
  };
  const take = ({ method = '', url = '', headers }: IncomingMessage, text: string): HostReply | 'none' => {
    const host: Host = url.startsWith('/api/v3/') ? 'hosta' : 'hostb';
    const request = HOSTS[host].request(method, url, text);
    if ('why' in request) return refuse(request.status, request.why);
    calls.push(request.operationId);
    const script = scripted.shift();
    if (script) return script;
    if (HOSTS[host].token(headers) !== token) return refuse(401, url);
    const reply = statusOf(host, request) ?? threads.reply(host, request) ?? checks.reply(request);
    if (!reply) throw new Error(`${request.operationId} is described, and nothing answers it`);
    if (reply.status < 300 && !request.statuses.includes(reply.status))
      throw new Error(`${request.operationId} does not answer ${reply.status}`);
    return reply;
  };
  const statusOf = (host: Host, { operationId, path, body }: DescribedRequest): HostReply | undefined => {
    if (operationId !== 'repos/create-commit-status' && operationId !== 'set-commit-status') return undefined;
    const { state, description, context, name = context, target_url: link } = body as Record<string, string>;
    if (description!.length > 140) return refuse(422, 'the description is too long');
    taken.push({ host, sha: path['sha']!, name: name!, state: state!, description: description!, link });
    return { status: 201, body: { id: taken.length, state } };
  };
  const answer = (request: IncomingMessage, response: ServerResponse): boolean => {
    if (!request.url!.startsWith('/api/')) return false;
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const reply = take(request, Buffer.concat(parts).toString());
      if (reply === 'none') return;
      const { status, body = {}, headers = {} } = reply;
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
    });
    return true;
  };
  return { answer, taken, refused, calls, scripted, threads, checks };
}
