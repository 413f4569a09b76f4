import { PART } from '../labels';
import { below, labelled, sinks } from '../make';
import { FLOW_WEAKNESSES, type FlowRows, type SettingRow } from '../rows';

const FACADES = 'Illuminate.Support.Facades';
const REQUEST = 'Illuminate.Http.Request';
const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'any', 'map', 'match', 'options'];
const RAW = ['whereRaw', 'orWhereRaw', 'havingRaw', 'orHavingRaw', 'orderByRaw', 'groupByRaw', 'selectRaw', 'fromRaw'];
const STATEMENTS = ['scalar', 'cursor', 'selectFromWriteConnection', 'selectResultSets', 'select', 'statement', 'insert', 'update', 'delete', 'unprepared', 'selectOne', 'affectingStatement'];

const SYMFONY = 'Symfony.Component.HttpFoundation';

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
    ...Object.fromEntries(
      [
        'withHeaders',
        'timeout',
        'withToken',
        'acceptJson',
        'asForm',
        'asJson',
        'withOptions',
        'withoutVerifying',
        'retry',
        'withBasicAuth',
        'connectTimeout',
        'withUserAgent',
        'withBody',
        'attach',
        'withQueryParameters',
        'baseUrl',
        'accept',
        'contentType',
        'asMultipart',
        'withCookies',
        'withoutRedirecting',
        'throw',
      ].map((name) => [`${FACADES}.Http.${name}()`, `${FACADES}.Http`]),
    ),
    ...Object.fromEntries([`${FACADES}.Process.timeout()`, `${FACADES}.Process.path()`, `${FACADES}.Process.env()`].map((name) => [name, `${FACADES}.Process`])),
    'response().header()': 'Illuminate.Http.Response',
    Process: `${FACADES}.Process`,
    File: `${FACADES}.File`,
    Cookie: `${FACADES}.Cookie`,
    'app()': `${FACADES}.App`,
    [`${FACADES}.DB.connection()`]: `${FACADES}.DB`,
  },
  sources: {
    ...labelled('parameter of the request', below(REQUEST, ['input()', 'get()', 'all()', 'only()', 'except()', 'post()', 'query()', 'string()', 'json()', 'validated()', 'validate()', 'getContent()', 'getQueryString()', 'fullUrl()', 'getRequestUri()', 'collect()', '*'])),
    ...labelled('header of the request', below(REQUEST, ['header()', 'cookie()', 'userAgent()', 'bearerToken()'])),
    'request of a name()': 'parameter of the request',
    [`${REQUEST}.route()`]: PART,
    [`${REQUEST}.file().getClientOriginalName()`]: 'name of an uploaded file',
  },
  ofUploads: ['getRealPath', 'getPathname', 'path', 'hashName', 'getSize', 'getMimeType', 'guessExtension', 'extension'],
  // The framework returns only the base name.
  harmless: [{ paths: [`${REQUEST}.file().getClientOriginalName()`], weaknesses: ['path-traversal', 'file-inclusion'] }],
  handlers: METHODS.map((name) => ({ call: `${FACADES}.Route.${name}`, parameters: [], label: PART })),
  // `view('posts')->with('post', $post)`: the template is the one that the chain begins with.
  renders: ['*.with', 'view', 'View.make', `${FACADES}.View.make`, 'response().view', 'Illuminate.Routing.ResponseFactory.view'],
  controllers: [{ base: 'Illuminate.Routing.Controller', label: PART }],
  sinks: [
    ...sinks('sql-injection', [...below(`${FACADES}.DB`, [...STATEMENTS, 'raw']), ...below('*', RAW)]),
    ...sinks('sql-injection', ['Illuminate.Database.Query.Expression']),
    ...sinks('open-redirect', ['redirect', ...below('Illuminate.Routing.Redirector', ['to', 'away', 'intended'])], { only: 'address' }),
    ...sinks('path-traversal', below('Illuminate.Routing.ResponseFactory', ['download', 'file'])),
    ...sinks('path-traversal', below(`${FACADES}.File`, ['get', 'put', 'delete', 'append', 'copy', 'move', 'deleteDirectory', 'makeDirectory', 'allFiles', 'files'])),
    ...sinks('path-traversal', below(`${FACADES}.File`, ['copy', 'move']), { arguments: [1] }),
    ...sinks('path-traversal', [`${REQUEST}.file().move`], { arguments: [0, 1] }),
    ...sinks('unrestricted-upload', [`${REQUEST}.file().move`, `${REQUEST}.file().storeAs`, `${REQUEST}.file().storePubliclyAs`], { arguments: [1] }),
    ...sinks('open-redirect', ['Illuminate.Http.RedirectResponse'], { only: 'address' }),
    ...sinks('open-redirect', ['response().header', 'Illuminate.Routing.ResponseFactory().header', 'Illuminate.Http.Response.header'], { arguments: [1], onlyWithFirst: 'location', only: 'address' }),
    ...sinks('cross-origin-access', ['*.header', '*.withHeader', '*.set'], { arguments: [1], onlyWithFirst: 'access-control-allow-origin' }),
    ...sinks('error-exposure', ['response', 'Illuminate.Routing.ResponseFactory.json', 'Illuminate.Routing.ResponseFactory.make', `${SYMFONY}.Response`, `${SYMFONY}.JsonResponse`, 'Illuminate.Http.Response', 'Illuminate.Http.JsonResponse']),
    ...sinks('unsafe-reflection', ['app', `${FACADES}.App.make`, 'resolve'], { only: 'whole' }),
    ...sinks('sql-injection', ['*.fromQuery'], { only: 'sql-text' }),
    ...sinks('request-forgery', [`${FACADES}.Http.send`], { arguments: [1], only: 'address' }),
    ...sinks('request-forgery', [`${FACADES}.Http.baseUrl`], { only: 'address' }),
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
  settings: [
    { call: `${FACADES}.Http.withoutVerifying`, weakness: 'certificate-unchecked', always: true },
    { call: `${FACADES}.Http.withOptions`, weakness: 'certificate-unchecked', field: 'verify', is: [false] },
    ...[`${FACADES}.Cookie.queue`, `${FACADES}.Cookie.make`, 'cookie', '*.cookie'].flatMap((call): SettingRow[] => [
      { call, weakness: 'cookie-without-secure', argument: [5, 'secure'], is: [false] },
      { call, weakness: 'cookie-open-to-scripts', argument: [6, 'httpOnly'], is: [false] },
    ]),
  ],
  sanitizers: [
    { call: 'e', safeFor: ['cross-site-scripting'] },
    { call: 'view', safeFor: 'all' },
    { call: 'route', safeFor: 'all' },
    // The links to other pages of a list: what they are asked for is encoded.
    { call: '*.appends', safeFor: ['cross-site-scripting'] },
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

const BAGS = ['query', 'request', 'attributes', 'cookies', 'headers'];
const CONNECTION = ['executeQuery', 'executeStatement', 'executeUpdate', 'fetchAssociative', 'fetchAllAssociative', 'fetchOne', 'fetchNumeric', 'fetchFirstColumn', 'fetchAll', 'fetchColumn', 'createQuery', 'createNativeQuery', 'iterateAssociative'];

/** Symfony, Doctrine and Twig. */
export const symfony: FlowRows = {
  aliases: {
    'Symfony.Component.Routing.Annotation.Route': 'Symfony.Component.Routing.Attribute.Route',
    [`${SYMFONY}.RequestStack.getCurrentRequest()`]: `${SYMFONY}.Request`,
    [`${SYMFONY}.RequestStack.getMainRequest()`]: `${SYMFONY}.Request`,
    [`${SYMFONY}.Request.createFromGlobals()`]: `${SYMFONY}.Request`,
    [`${SYMFONY}.Request.files.get()`]: 'Illuminate.Http.Request.file()',
    [`${SYMFONY}.File.UploadedFile`]: 'Illuminate.Http.Request.file()',
    'Illuminate.Http.UploadedFile': 'Illuminate.Http.Request.file()',
  },
  sources: {
    ...labelled(
      'parameter of the request',
      [...BAGS, 'server'].flatMap((bag) => below(`${SYMFONY}.Request.${bag}`, ['get()', 'all()', 'getString()'])),
    ),
    ...labelled('parameter of the request', below(`${SYMFONY}.Request`, ['get()', 'getContent()', 'toArray()', 'getPayload().get()', 'getPayload().getString()', 'getQueryString()', 'getRequestUri()', 'getPathInfo()', 'getUri()'])),
  },
  controllers: [{ attribute: 'Symfony.Component.Routing.Attribute.Route', label: PART }],
  settings: [
    ...['Twig.Environment', 'Twig_Environment'].map((call) => ({ call, weakness: 'escaping-off' as const, argument: [1], field: 'autoescape', is: [false] })),
    ...[`${SYMFONY}.Cookie`, `${SYMFONY}.Cookie.create`].flatMap((call): SettingRow[] => [
      { call, weakness: 'cookie-without-secure', argument: [5, 'secure'], is: [false] },
      { call, weakness: 'cookie-open-to-scripts', argument: [6, 'httpOnly'], is: [false] },
    ]),
    { call: '*.withSecure', weakness: 'cookie-without-secure', is: [false] },
    { call: '*.withHttpOnly', weakness: 'cookie-open-to-scripts', is: [false] },
  ],
  sinks: [
    ...sinks('cross-site-scripting', [`${SYMFONY}.Response`], { only: 'text', typedBy: [2] }),
    ...sinks('cross-site-scripting', ['Twig.Markup']),
    ...sinks('open-redirect', [`${SYMFONY}.RedirectResponse`, '*.redirect'], { only: 'address', imports: ['Symfony'] }),
    ...sinks('path-traversal', [`${SYMFONY}.BinaryFileResponse`, 'Symfony.Bundle.FrameworkBundle.Controller.AbstractController.file']),
    { call: `${SYMFONY}.Response.setContent`, weakness: 'cross-site-scripting', only: 'text', typedBy: [] },
    { call: `${SYMFONY}.Response.headers.set`, weakness: 'open-redirect', arguments: [1], onlyWithFirst: 'location', only: 'address' },
    { call: `${SYMFONY}.Response`, weakness: 'open-redirect', arguments: [2], field: 'Location', only: 'address' },
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
    ...Object.fromEntries(['GuzzleHttp.Psr7.ServerRequest', 'Laminas.Diactoros.ServerRequestFactory', 'Slim.Factory.ServerRequestCreatorFactory'].map((name) => [`${name}.fromGlobals()`, PSR])),
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
    [`${PSR}.getUri().getQuery()`]: 'query of the request',
    [`${PSR}.getUri().getPath()`]: 'path of the request',
    [`${PSR}.getUploadedFiles().getClientFilename()`]: 'name of an uploaded file',
    [`${PSR}.getUploadedFiles()[].getClientFilename()`]: 'name of an uploaded file',
    'Psr.Http.Message.UploadedFileInterface.getClientFilename()': 'name of an uploaded file',
    'Slim.Arguments': PART,
  },
  handlers: METHODS.map((name) => ({ call: `Slim.App.${name}`, parameters: [PSR, 'Psr.Http.Message.ResponseInterface', 'Slim.Arguments'] })),
  sinks: [
    ...sinks('cross-site-scripting', ['Psr.Http.Message.Body.write', 'Psr.Http.Message.ResponseInterface.write']),
    ...sinks('cross-site-scripting', ['Laminas.Diactoros.Response.HtmlResponse', 'Zend.Diactoros.Response.HtmlResponse'], { only: 'text' }),
    ...sinks('open-redirect', ['Laminas.Diactoros.Response.RedirectResponse', 'Zend.Diactoros.Response.RedirectResponse'], { only: 'address' }),
    ...sinks('cross-site-scripting', ['Nyholm.Psr7.Response', 'GuzzleHttp.Psr7.Response', 'Slim.Psr7.Response'], { arguments: [2], only: 'text', typedBy: [1] }),
    ...sinks('unrestricted-upload', ['Psr.Http.Message.UploadedFileInterface.moveTo', '*.moveTo']),
    { call: 'Psr.Http.Message.ResponseInterface.withRedirect', weakness: 'open-redirect', only: 'address' },
    { call: 'Psr.Http.Message.ResponseInterface.withHeader', weakness: 'open-redirect', arguments: [1], onlyWithFirst: 'location', only: 'address' },
  ],
};

/** WordPress. */
export const wordpress: FlowRows = {
  sources: {
    ...labelled('parameter of the request', below('WP_REST_Request', ['get_param()', 'get_params()', 'get_query_params()', 'get_body_params()', 'get_json_params()', 'get_url_params()', 'get_body()', '[]', '*'])),
    'WP_REST_Request.get_header()': 'header of the request',
    'get_query_var()': 'query of the request',
  },
  sinks: [
    ...sinks('cross-site-scripting', ['wp_die'], { only: 'text' }),
    ...sinks('path-traversal', ['wp_delete_file', 'wp_mkdir_p']),
    ...sinks('file-inclusion', ['load_template', 'locate_template'], { only: 'file' }),
    ...sinks('request-forgery', ['download_url', 'wp_remote_head', 'media_sideload_image'], { only: 'address' }),
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
