import { fastify } from 'fastify';
import { loggedPath } from './logged-path';

describe('the path of a request in a log', () => {
  it.each([
    ['/api/v1/shared/reports/a-token', '/api/v1/shared/reports/:token'],
    ['/api/v1/shared/%72eports/a-token?x=1', '/api/v1/shared/reports/:token'],
    ['/api/webhooks/hosta/a-token', '/api/webhooks/:host/:token'],
    ['/api/webhoo%6Bs/hosta/a-token', '/api/webhooks/:host/:token'],
    ['/api/v1/scans/scn_1?page=2', '/api/v1/scans/scn_1?page=2'],
    ['/api/v1/scans//shared/%72eports/a-token', '/api/v1/scans//shared/reports/…'],
    ['/API/v1/shared/Reports/a-token/more', '/API/v1/shared/Reports/…'],
  ])('of %s is %s', async (url, logged) => {
    const app = fastify({ routerOptions: { ignoreTrailingSlash: true } });
    const seen: string[] = [];
    app.addHook('onRequest', async (request) => void seen.push(loggedPath(request)));
    for (const route of ['/api/v1/shared/reports/:token', '/api/webhooks/:host/:token', '/api/v1/scans/:id'])
      app.get(route, async () => 'ok');
    app.setNotFoundHandler((request, reply) => {
      seen.push(loggedPath(request));
      void reply.status(404).send('none');
    });
    await app.inject({ method: 'GET', url });
    await app.close();
    expect(new Set(seen)).toEqual(new Set([logged]));
  });

  it('is no more than that it cannot be read where it cannot', () =>
    expect(loggedPath({ url: '/api/v1/shared/%72eports/a-token%ff', routeOptions: {} as never })).toBe(
      'a path that cannot be decoded',
    ));
});
