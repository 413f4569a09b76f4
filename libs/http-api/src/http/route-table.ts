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

  /** A path that is a route by itself has its own methods only: `groups` is no id of a finding. */
  methodsFor(url: string): string[] {
    const path = pathOf(url);
    const own = this.routes.get(path);
    if (own) return [...own.methods].sort();
    const methods = new Set<string>();
    for (const { pattern, methods: of } of this.routes.values())
      if (pattern.test(path)) for (const method of of) methods.add(method);
    return [...methods].sort();
  }

  /** Whether a request came to a route with a parameter, although its path is a route by itself, of other methods. */
  isMistaken(url: string, route: string | undefined): boolean {
    const path = pathOf(url);
    return route !== path && this.routes.has(path);
  }
}

const pathOf = (url: string): string => url.split('?')[0]!;

const patternOf = (url: string): RegExp =>
  new RegExp(
    `^${url
      .split('/')
      .map((part) => (part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
      .join('/')}$`,
  );
