import { Ajv2020 } from 'ajv/dist/2020';
import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * The request of a commit status as each host documents it: hosta as GitHub's REST API ("Create a commit status"),
 * hostb as GitLab's ("Set commit pipeline status"). What they do not name is refused.
 */
const DESCRIBED = {
  hosta: {
    path: /^\/api\/v3\/repos\/(?<owner>[\w.-]+)\/(?<name>[\w.-]+)\/statuses\/(?<sha>[0-9a-f]{40})$/,
    token: (headers: IncomingMessage['headers']) => /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1],
    body: {
      type: 'object',
      required: ['state'],
      additionalProperties: false,
      properties: {
        state: { enum: ['error', 'failure', 'pending', 'success'] },
        target_url: { type: ['string', 'null'] },
        description: { type: ['string', 'null'], maxLength: 140 },
        context: { type: 'string' },
      },
    },
  },
  hostb: {
    path: /^\/api\/v4\/projects\/(?<id>[^/]+)\/statuses\/(?<sha>[0-9a-f]{40})$/,
    token: (headers: IncomingMessage['headers']) => headers['private-token'],
    body: {
      type: 'object',
      required: ['state'],
      additionalProperties: false,
      properties: {
        state: { enum: ['pending', 'running', 'success', 'failed', 'canceled', 'skipped'] },
        ref: { type: 'string' },
        name: { type: 'string' },
        context: { type: 'string' },
        target_url: { type: 'string', maxLength: 255 },
        description: { type: 'string', maxLength: 255 },
        coverage: { type: 'number' },
        pipeline_id: { type: 'integer' },
      },
    },
  },
} as const;

interface TakenStatus {
  readonly host: 'hosta' | 'hostb';
  readonly sha: string;
  readonly state: string;
  readonly description: string;
}

/** The part of both hosts' APIs that statuses need. What it refuses it keeps, too. */
export function codeHostApi(token: string) {
  const ajv = new Ajv2020();
  const taken: TakenStatus[] = [];
  const refused: string[] = [];
  const answer = (request: IncomingMessage, response: ServerResponse): boolean => {
    if (!request.url!.startsWith('/api/')) return false;
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const status = take(request, Buffer.concat(parts).toString());
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
    });
    return true;
  };
  const refuse = (status: number, why: string): number => {
    refused.push(`${status} ${why}`);
    return status;
  };
  const take = ({ method, url, headers }: IncomingMessage, text: string): number => {
    for (const [host, { path, token: tokenIn, body }] of Object.entries(DESCRIBED)) {
      const sha = path.exec(url!)?.groups?.['sha'];
      if (sha === undefined) continue;
      if (method !== 'POST') return refuse(405, `${method} ${url}`);
      if (tokenIn(headers) !== token) return refuse(401, url!);
      const given = JSON.parse(text) as TakenStatus;
      if (!ajv.validate(body, given)) return refuse(422, ajv.errorsText());
      taken.push({ host: host as TakenStatus['host'], sha, state: given.state, description: given.description });
      return 201;
    }
    return refuse(404, `${method} ${url}`);
  };
  return { answer, taken, refused };
}
