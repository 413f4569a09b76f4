import { BODY, COOKIE, HEADER, PART, QUERY } from '../labels';
import { aliases, labelled } from '../make';
import type { FlowRows } from '../rows';

const METHODS = '^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|ALL|fallback)$';
const EVENT = '@sveltejs.kit.RequestEvent';
const REQUEST = ['request', 'req', '_request', '_req'];
const RESPONSE = ['response', 'res', '_response', '_res'];

/**
 * Functions that a framework finds by the name of their file: routes and pages of Next, loaders of Remix, endpoints of
 * SvelteKit and Astro. JavaScript gives their parameters no type.
 */
export const filedRoutes: FlowRows = {
  aliases: {
    ...aliases(EVENT, ['./$types.RequestEvent', './$types.PageServerLoadEvent', './$types.LayoutServerLoadEvent', 'astro.APIContext']),
    'next.RouteContext.req': 'http.IncomingMessage',
  },
  conventions: [
    { files: String.raw`(?:^|/)app/(?:.*/)?route\.[cm]?[jt]sx?$`, of: METHODS, names: [], parameters: ['Request', 'next.RouteContext'] },
    { files: String.raw`(?:^|/)app/(?:.*/)?(?:page|layout)\.[jt]sx?$`, of: '^[A-Z]|^default$', names: [['', 'props']], parameters: ['next.RouteContext'] },
    { files: '(?:^|/)pages/', of: '^getServerSideProps$', names: [], parameters: ['next.RouteContext'] },
    { files: '(?:^|/)pages/api/', names: [REQUEST, RESPONSE], parameters: ['express.Request', 'express.Response'] },
    { files: String.raw`(?:^|/)app/(?:routes/.*|root\.[jt]sx?)$`, of: '^(?:loader|action)$', names: [], parameters: ['remix.Arguments'] },
    { files: String.raw`(?:^|/)\+(?:server|(?:page|layout)(?:\.server)?)\.[jt]s$`, of: `${METHODS}|^load$`, names: [], parameters: [EVENT] },
    { files: String.raw`(?:^|/)\+page\.server\.[jt]s$`, names: [['', 'event']], parameters: [EVENT] },
    { files: String.raw`(?:^|/)src/pages/.*\.[jt]s$`, of: METHODS, names: [['', 'context', 'ctx']], parameters: [EVENT] },
  ],
  sources: {
    ...labelled(PART, ['next.RouteContext.params']),
    ...labelled(QUERY, ['next.RouteContext.searchParams', 'next.RouteContext.query']),
    [`${EVENT}.url`]: 'address of the request',
  },
  texts: ['next.RouteContext.params', `${EVENT}.params`, '@sveltejs.kit.ServerLoadEvent.params', 'remix.Arguments.params'],
  sinks: [{ call: '@sveltejs.kit.redirect', weakness: 'open-redirect', arguments: [1] }],
};

const VERBS = ['get', 'post', 'put', 'patch', 'delete', 'options', 'head', 'all'];

/** Elysia, whose handlers get one context. */
export const elysia: FlowRows = {
  aliases: Object.fromEntries(VERBS.map((verb) => [`elysia.Elysia.${verb}()`, 'elysia.Elysia'])),
  handlers: VERBS.map((verb) => ({ call: `elysia.Elysia.${verb}`, parameters: ['elysia.Context'] })),
  sources: {
    ...labelled(QUERY, ['elysia.Context.query']),
    ...labelled(PART, ['elysia.Context.params']),
    ...labelled(BODY, ['elysia.Context.body']),
    ...labelled(HEADER, ['elysia.Context.headers']),
    ...labelled(COOKIE, ['elysia.Context.cookie']),
  },
  sinks: [{ call: 'elysia.Context.redirect', weakness: 'open-redirect' }],
};

/** Procedures of tRPC: a schema names the fields of their input. */
export const procedures: FlowRows = {
  handlers: ['query', 'mutation', 'subscription'].map((name) => ({ call: `*.${name}`, parameters: ['trpc.Options'], imports: ['@trpc/server'] })),
  sources: { 'trpc.Options.input': 'argument of the procedure' },
  harmless: [{ paths: ['trpc.Options.input'], weaknesses: ['cross-site-scripting', 'open-redirect', 'header-injection', 'prototype-pollution', 'nosql-injection', 'mass-assignment'] }],
};
