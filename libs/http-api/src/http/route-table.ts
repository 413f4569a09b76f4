import type { FastifyInstance } from 'fastify';

/** Which methods a path has, so that a known path with another method is a 405 and not a 404. */
export class RouteTable {
  private readonly routes = new Map<string, { pattern: RegExp; methods: Set<string> }>();

  /** Must be called before the routes are registered. */
  watch(fastify: Pick<FastifyInstance, 'addHook'>): void {
    fastify.addHook('onRoute', ({ url, method }) => {
      const route = this.routes.get(url) ?? { pattern: patternOf(url), methods: new Set<string>() };
      for (const each of Array.isArray(method) ? method : [method]) route.methods.add(each);
      this.routes.set(url, route);
    });
  }

  methodsFor(url: string): string[] {
    const path = url.split('?')[0]!;
    const methods = new Set<string>();
    for (const { pattern, methods: of } of this.routes.values())
      if (pattern.test(path)) for (const method of of) methods.add(method);
    return [...methods].sort();
  }
}

const patternOf = (url: string): RegExp =>
  new RegExp(
    `^${url
      .split('/')
      .map((part) => (part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
      .join('/')}$`,
  );
