import { RefusedError } from '@assay/kernel';
import fastify from 'fastify';
import { takeJson } from './json-bodies';

describe('a body of JSON', () => {
  const server = fastify();
  takeJson(server);
  for (const method of ['DELETE', 'POST'] as const)
    server.route({ method, url: '/', handler: async ({ body }) => ({ body: body ?? null }) });
  afterAll(() => server.close());

  let refused: unknown;
  server.setErrorHandler((error, _, reply) => {
    refused = error;
    return reply.status(400).send('');
  });
  const refusalOf = async (method: 'DELETE' | 'POST', payload: string): Promise<string> => {
    await sent(method, payload);
    return refused instanceof RefusedError ? refused.refusal.message : 'no refusal of our own';
  };

  const sent = async (method: 'DELETE' | 'POST', payload: string) => {
    const { statusCode, body } = await server.inject({
      method,
      url: '/',
      payload,
      headers: { 'content-type': 'application/json' },
    });
    return { statusCode, body };
  };

  it.each(['DELETE', 'POST'] as const)(
    'may be empty, and is none then, for a %s: many clients name its type with each request',
    async (method) => expect(await sent(method, '')).toEqual({ statusCode: 200, body: '{"body":null}' }),
  );

  it('is read, or refused', async () => {
    expect(await sent('POST', '{"a":1}')).toEqual({ statusCode: 200, body: '{"body":{"a":1}}' });
    await expect(refusalOf('DELETE', '{')).resolves.toContain('is not valid JSON');
  });
});
