import type { FastifyRequest } from 'fastify';

/** Their last part is a secret. */
const WITH_TOKEN = /^\/api\/(webhooks\/|v1\/shared\/reports\/)/;

/**
 * The path of a request as a log may have it. For an address whose end is a secret, it is the route's pattern: the
 * router knows the address however it is spelled (`/api/v1/shared/%72eports/…`).
 */
export function loggedPath({ url, routeOptions }: Pick<FastifyRequest, 'url' | 'routeOptions'>): string {
  const route = routeOptions.url;
  if (route !== undefined) return WITH_TOKEN.test(route) ? route : url;
  // No route takes it, so that it leads nowhere; it may be a slip in an address that does.
  return decoded(url).replace(/(webhooks\/[^/]+|shared\/reports)\/.*$/i, '$1/…');
}

function decoded(url: string): string {
  try {
    return decodeURI(url);
  } catch {
    return 'a path that cannot be decoded';
  }
}
