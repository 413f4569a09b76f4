import { FLOW_WEAKNESSES, type FlowRows, type FlowWeakness, type SinkRow } from '../rows';

const sinks = (weakness: FlowWeakness, calls: readonly string[], rest: Partial<SinkRow> = {}): SinkRow[] => calls.map((call) => ({ call, weakness, ...rest }));
const below = (prefix: string, names: readonly string[]): string[] => names.map((name) => `${prefix}.${name}`);
const labelled = (label: string, paths: readonly string[]): Record<string, string> => Object.fromEntries(paths.map((path) => [path, label]));

const FACADES = 'Illuminate.Support.Facades';
const REQUEST = 'Illuminate.Http.Request';
const PART = 'part of the path of the request';
const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'any', 'map', 'match', 'options'];
const RAW = ['whereRaw', 'orWhereRaw', 'havingRaw', 'orHavingRaw', 'orderByRaw', 'groupByRaw', 'selectRaw', 'fromRaw'];
const STATEMENTS = ['select', 'statement', 'insert', 'update', 'delete', 'unprepared', 'selectOne', 'affectingStatement'];

const FINDERS = ['where', 'orWhere', 'whereIn', 'whereHas', 'first', 'firstOrFail', 'findOrFail', 'firstWhere', 'firstOrCreate', 'findOneBy', 'findBy', 'setParameter', 'bindValue'];

/** Laravel. */
export const laravel: FlowRows = {
  aliases: {
    DB: `${FACADES}.DB`,
    Route: `${FACADES}.Route`,
    Http: `${FACADES}.Http`,
    Cache: `${FACADES}.Cache`,
    Request: `${FACADES}.Request`,
    'request()': REQUEST,
    [`${FACADES}.Request`]: REQUEST,
    'Illuminate.Foundation.Http.FormRequest': REQUEST,
    'Input.get()': `${REQUEST}.input()`,
    'redirect()': 'Illuminate.Routing.Redirector',
    'response()': 'Illuminate.Routing.ResponseFactory',
    [`${FACADES}.Redirect`]: 'Illuminate.Routing.Redirector',
    [`${FACADES}.Response`]: 'Illuminate.Routing.ResponseFactory',
    [`${FACADES}.Http.withHeaders()`]: `${FACADES}.Http`,
    [`${FACADES}.Http.timeout()`]: `${FACADES}.Http`,
    [`${FACADES}.DB.connection()`]: `${FACADES}.DB`,
  },
  sources: {
    ...labelled('parameter of the request', below(REQUEST, ['input()', 'get()', 'all()', 'only()', 'except()', 'post()', 'query()', 'string()', 'json()', 'validated()', 'validate()', 'getContent()', 'getQueryString()', 'fullUrl()', 'getRequestUri()', 'collect()', '*'])),
    ...labelled('header of the request', below(REQUEST, ['header()', 'cookie()', 'userAgent()', 'bearerToken()'])),
    [`${REQUEST}.route()`]: PART,
    [`${REQUEST}.file().getClientOriginalName()`]: 'name of an uploaded file',
  },
  // The framework returns only the base name.
  harmless: [{ paths: [`${REQUEST}.file().getClientOriginalName()`], weaknesses: ['path-traversal', 'file-inclusion'] }],
  handlers: METHODS.map((name) => ({ call: `${FACADES}.Route.${name}`, parameters: [], label: PART })),
  controllers: [{ base: 'Illuminate.Routing.Controller', label: PART }],
  sinks: [
    ...sinks('sql-injection', [...below(`${FACADES}.DB`, [...STATEMENTS, 'raw']), ...below('*', RAW)]),
    ...sinks('sql-injection', ['Illuminate.Database.Query.Expression']),
    ...sinks('open-redirect', ['redirect', ...below('Illuminate.Routing.Redirector', ['to', 'away', 'intended'])], { only: 'address' }),
    ...sinks('path-traversal', below('Illuminate.Routing.ResponseFactory', ['download', 'file'])),
    ...sinks('path-traversal', below(`${FACADES}.File`, ['get', 'put', 'delete'])),
    ...sinks('path-traversal', [`${FACADES}.File.exists`], { isLook: true }),
    // Laravel runs the file that holds the routes.
    ...sinks('file-inclusion', [`${FACADES}.Route.group`], { arguments: [1], only: 'text' }),
    ...sinks('cross-site-scripting', ['response', 'Illuminate.Routing.ResponseFactory.make', 'Illuminate.Http.Response'], { only: 'text', typedBy: [2] }),
    // These ignore the model's list of fillable fields.
    ...sinks('mass-assignment', ['*.forceFill', '*.forceCreate'], { onlyWithFlag: below(REQUEST, ['all()', 'input()', 'post()']) }),
    ...sinks('cross-site-scripting', ['Illuminate.Support.HtmlString']),
    ...sinks('request-forgery', below(`${FACADES}.Http`, ['get', 'post', 'put', 'patch', 'delete', 'head']), { only: 'address' }),
    ...sinks('template-injection', [`${FACADES}.Blade.render`, `${FACADES}.Blade.compileString`]),
  ],
  sanitizers: [
    { call: 'e', safeFor: ['cross-site-scripting'] },
    { call: 'view', safeFor: 'all' },
    { call: 'route', safeFor: 'all' },
    { call: 'Illuminate.Support.Str.slug', safeFor: 'all' },
    // The result is random, whatever chooses its length.
    { call: 'Illuminate.Support.Str.random', safeFor: FLOW_WEAKNESSES },
    // A cached value is not its key.
    ...below(`${FACADES}.Cache`, ['remember', 'rememberForever', 'get', 'pull', 'flexible']).map((call) => ({ call, safeFor: 'all' as const })),
    // A database record is not the value that finds it.
    ...below('*', FINDERS).map((call) => ({ call, safeFor: 'all' as const })),
    // An object of the application knows its own address.
    { call: '*.getUrl', safeFor: ['open-redirect'] },
    // The address of an OAuth provider: values become encoded parameters of it.
    ...below('*', ['getAuthorizationUrl', 'getAuthorizeUrl', 'createAuthUrl', 'getAuthUrl']).map((call) => ({ call, safeFor: ['open-redirect' as const] })),
    { call: `${REQUEST}.integer`, safeFor: 'all' },
    { call: `${REQUEST}.boolean`, safeFor: 'all' },
  ],
};

const SYMFONY = 'Symfony.Component.HttpFoundation';
const BAGS = ['query', 'request', 'attributes', 'cookies', 'headers'];
const CONNECTION = ['executeQuery', 'executeStatement', 'executeUpdate', 'fetchAssociative', 'fetchAllAssociative', 'fetchOne', 'fetchNumeric', 'fetchFirstColumn', 'fetchAll', 'fetchColumn', 'createQuery', 'createNativeQuery', 'iterateAssociative'];

/** Symfony, Doctrine and Twig. */
export const symfony: FlowRows = {
  aliases: { 'Symfony.Component.Routing.Annotation.Route': 'Symfony.Component.Routing.Attribute.Route' },
  sources: {
    ...labelled(
      'parameter of the request',
      [...BAGS, 'server'].flatMap((bag) => below(`${SYMFONY}.Request.${bag}`, ['get()', 'all()', 'getString()'])),
    ),
    ...labelled('parameter of the request', below(`${SYMFONY}.Request`, ['get()', 'getContent()', 'toArray()', 'getPayload().get()', 'getPayload().getString()', 'getQueryString()', 'getRequestUri()', 'getPathInfo()', 'getUri()'])),
  },
  controllers: [{ attribute: 'Symfony.Component.Routing.Attribute.Route', label: PART }],
  settings: ['Twig.Environment', 'Twig_Environment'].map((call) => ({ call, weakness: 'escaping-off' as const, argument: [1], field: 'autoescape', is: [false] })),
  sinks: [
    ...sinks('cross-site-scripting', [`${SYMFONY}.Response`], { only: 'text', typedBy: [2] }),
    ...sinks('cross-site-scripting', ['Twig.Markup']),
    ...sinks('open-redirect', [`${SYMFONY}.RedirectResponse`, '*.redirect'], { only: 'address', imports: ['Symfony'] }),
    ...sinks('path-traversal', [`${SYMFONY}.BinaryFileResponse`]),
    ...sinks('sql-injection', below('*', CONNECTION), { only: 'sql-text' }),
    ...sinks('request-forgery', ['Symfony.Contracts.HttpClient.HttpClientInterface.request', 'GuzzleHttp.Client.request'], { arguments: [1], only: 'address' }),
    ...sinks('request-forgery', below('GuzzleHttp.Client', ['get', 'post', 'put', 'delete', 'head', 'patch']), { only: 'address' }),
    ...sinks('request-forgery', ['GuzzleHttp.Psr7.Request'], { arguments: [1], only: 'address' }),
    ...sinks('template-injection', ['Twig.Environment.createTemplate', '*.createTemplate']),
    ...sinks('command-injection', ['Symfony.Component.Process.Process.fromShellCommandline']),
  ],
  sanitizers: [
    { call: '*.generateUrl', safeFor: 'all' },
    { call: '*.getInt', safeFor: 'all' },
    { call: '*.getBoolean', safeFor: 'all' },
    { call: '*.getDigits', safeFor: 'all' },
    { call: '*.getAlnum', safeFor: 'all' },
    { call: '*.renderView', safeFor: 'all' },
  ],
};

const PSR = 'Psr.Http.Message.ServerRequestInterface';

/** Slim and other frameworks with PSR-7. */
export const slim: FlowRows = {
  aliases: {
    'Slim.Factory.AppFactory.create()': 'Slim.App',
    'Slim.Routing.RouteCollectorProxy': 'Slim.App',
    'Slim.Interfaces.RouteCollectorProxyInterface': 'Slim.App',
    'Slim.Http.ServerRequest': PSR,
    'Psr.Http.Message.ResponseInterface.getBody()': 'Psr.Http.Message.Body',
    'Psr.Http.Message.ResponseInterface.withStatus()': 'Psr.Http.Message.ResponseInterface',
    'Slim.Http.Response': 'Psr.Http.Message.ResponseInterface',
  },
  sources: {
    [`${PSR}.getQueryParams()`]: 'query of the request',
    [`${PSR}.getParsedBody()`]: 'body of the request',
    [`${PSR}.getBody()`]: 'body of the request',
    [`${PSR}.getCookieParams()`]: 'cookie of the request',
    [`${PSR}.getHeaderLine()`]: 'header of the request',
    [`${PSR}.getHeader()`]: 'header of the request',
    [`${PSR}.getQueryParam()`]: 'query of the request',
    [`${PSR}.getParam()`]: 'parameter of the request',
    'Slim.Arguments': PART,
  },
  handlers: METHODS.map((name) => ({ call: `Slim.App.${name}`, parameters: [PSR, 'Psr.Http.Message.ResponseInterface', 'Slim.Arguments'] })),
  sinks: [
    ...sinks('cross-site-scripting', ['Psr.Http.Message.Body.write', 'Psr.Http.Message.ResponseInterface.write']),
    { call: 'Psr.Http.Message.ResponseInterface.withRedirect', weakness: 'open-redirect', only: 'address' },
    { call: 'Psr.Http.Message.ResponseInterface.withHeader', weakness: 'open-redirect', arguments: [1], onlyWithFirst: 'location', only: 'address' },
  ],
};

/** WordPress. */
export const wordpress: FlowRows = {
  sinks: [
    ...sinks('open-redirect', ['wp_redirect'], { only: 'address' }),
    ...sinks('request-forgery', ['wp_remote_get', 'wp_remote_post', 'wp_remote_request'], { only: 'address' }),
    ...sinks('sql-injection', below('*', ['get_results', 'get_row', 'get_var', 'get_col']), { only: 'sql-text' }),
    ...sinks('unsafe-deserialization', ['maybe_unserialize']),
  ],
  sanitizers: [
    ...['esc_html', 'esc_attr', 'esc_textarea', 'esc_js', 'wp_kses', 'wp_kses_post', 'esc_html__', 'sanitize_text_field', 'sanitize_textarea_field'].map((call) => ({ call, safeFor: ['cross-site-scripting' as const] })),
    { call: 'esc_url', safeFor: ['cross-site-scripting'] },
    { call: 'esc_sql', safeFor: ['sql-injection'] },
    ...['absint', 'sanitize_key', 'sanitize_title', 'sanitize_html_class'].map((call) => ({ call, safeFor: 'all' as const })),
    { call: 'sanitize_file_name', safeFor: ['path-traversal', 'file-inclusion'] },
    { call: 'wp_validate_redirect', safeFor: ['open-redirect'] },
  ],
};
