import { HEADER, PARAMETER, PART } from '../labels';
import { aliases, below, labelled, sinks } from '../make';
import type { FlowRows } from '../rows';

const YII = 'yii.web.Request';
const YII_CONTROLLERS = ['yii.web.Controller', 'yii.rest.Controller', 'yii.rest.ActiveController'];

/** Yii 2. */
export const yii: FlowRows = {
  aliases: {
    ...aliases(YII, ['Yii.$app.request', 'Yii.$app.getRequest()', ...YII_CONTROLLERS.map((name) => `${name}.request`)]),
    ...aliases('yii.web.Response', ['Yii.$app.response', 'Yii.$app.getResponse()', ...YII_CONTROLLERS.map((name) => `${name}.response`)]),
    ...aliases('yii.db.Connection', ['Yii.$app.db', 'Yii.$app.getDb()']),
  },
  sources: {
    ...labelled(PARAMETER, below(YII, ['get()', 'post()', 'getQueryParam()', 'getBodyParam()', 'getQueryParams()', 'getBodyParams()', 'queryParams', 'bodyParams', 'getRawBody()', 'rawBody', 'getQueryString()', 'queryString'])),
    ...labelled(HEADER, below(YII, ['headers', 'getHeaders()', 'userAgent', 'getUserAgent()', 'referrer', 'getReferrer()'])),
  },
  controllers: YII_CONTROLLERS.map((base) => ({ base, methods: ['action*'], label: PARAMETER })),
  sinks: [
    ...sinks('sql-injection', ['yii.db.Connection.createCommand', '*.createCommand', '*.findBySql'], { only: 'sql-text' }),
    ...sinks('sql-injection', below('*', ['where', 'andWhere', 'orWhere', 'having', 'andHaving', 'orderBy', 'addOrderBy', 'groupBy']), { only: 'sql-composed', imports: ['yii', 'Yii'] }),
    ...sinks('sql-injection', ['yii.db.Expression']),
    ...sinks('open-redirect', [...YII_CONTROLLERS.map((name) => `${name}.redirect`), 'yii.web.Response.redirect'], { only: 'address-text' }),
    ...sinks('path-traversal', below('yii.web.Response', ['sendFile', 'xSendFile'])),
    ...sinks(
      'cross-site-scripting',
      YII_CONTROLLERS.map((name) => `${name}.renderContent`),
    ),
    ...sinks('unsafe-reflection', ['Yii.createObject'], { only: 'whole' }),
    ...sinks('path-traversal', below('yii.helpers.FileHelper', ['removeDirectory', 'createDirectory', 'unlink', 'findFiles', 'copyDirectory'])),
  ],
  sanitizers: [
    ...below('yii.helpers.Html', ['encode', 'a', 'tag', 'img', 'mailto']).map((call) => ({ call, safeFor: ['cross-site-scripting' as const] })),
    ...below('yii.helpers.HtmlPurifier', ['process']).map((call) => ({ call, safeFor: ['cross-site-scripting' as const] })),
    ...below('yii.helpers.Url', ['to', 'toRoute', 'current']).map((call) => ({ call, safeFor: ['cross-site-scripting' as const] })),
  ],
};

const CODEIGNITER = 'CodeIgniter.HTTP.IncomingRequest';
const CI_CONTROLLERS = ['CodeIgniter.Controller', 'CodeIgniter.RESTful.ResourceController', 'App.Controllers.BaseController'];
const CI_QUERIES = ['where', 'orWhere', 'having', 'orHaving', 'select', 'orderBy', 'join', 'groupBy'];

/** CodeIgniter 4, and 3 with its classes without namespaces. */
export const codeigniter: FlowRows = {
  aliases: {
    ...aliases(CODEIGNITER, [...CI_CONTROLLERS.map((name) => `${name}.request`), 'Config.Services.request()', 'service()', 'CodeIgniter.HTTP.CLIRequest']),
    ...aliases(
      'CodeIgniter.HTTP.Response',
      CI_CONTROLLERS.map((name) => `${name}.response`),
    ),
    ...aliases('CI_Input', ['CI_Controller.input', 'MY_Controller.input', 'CI_Model.input']),
    ...aliases('CodeIgniter.Database', [...CI_CONTROLLERS.map((name) => `${name}.db`), 'Config.Database.connect()', 'db_connect()', 'CI_Controller.db', 'CI_Model.db', 'MY_Controller.db', 'CodeIgniter.Model.db', 'CodeIgniter.Database.table()']),
  },
  sources: {
    ...labelled(PARAMETER, below(CODEIGNITER, ['getGet()', 'getPost()', 'getVar()', 'getPostGet()', 'getGetPost()', 'getJSON()', 'getRawInput()', 'getRawInputVar()', 'getJsonVar()', 'getBody()'])),
    ...labelled(HEADER, below(CODEIGNITER, ['getCookie()', 'getHeaderLine()', 'header()', 'getUserAgent()'])),
    ...labelled(PARAMETER, below('CI_Input', ['get()', 'post()', 'get_post()', 'post_get()', 'input_stream()', 'cookie()'])),
    ...labelled(HEADER, below('CI_Input', ['user_agent()', 'get_request_header()', 'request_headers()'])),
  },
  controllers: [...CI_CONTROLLERS, 'CI_Controller', 'MY_Controller'].map((base) => ({ base, label: PART, harmless: ['open-redirect', 'path-traversal', 'file-inclusion'] as const })),
  sinks: [
    ...sinks('sql-injection', below('CodeIgniter.Database', ['query', 'simpleQuery', 'simple_query']), { only: 'sql-text' }),
    ...sinks('sql-injection', below('CodeIgniter.Database', [...CI_QUERIES, 'or_where', 'or_having', 'order_by', 'group_by']), { only: 'sql-composed' }),
    ...sinks('open-redirect', ['redirect'], { only: 'address', imports: ['CodeIgniter', 'Config', 'App'] }),
    ...sinks('path-traversal', ['CodeIgniter.HTTP.Response.download', 'force_download']),
    ...sinks('cross-site-scripting', ['CodeIgniter.HTTP.Response.setBody'], { only: 'text' }),
  ],
  sanitizers: [
    { call: 'esc', safeFor: ['cross-site-scripting'] },
    { call: 'html_escape', safeFor: ['cross-site-scripting'] },
    { call: 'sanitize_filename', safeFor: ['path-traversal', 'file-inclusion'] },
    ...below('CodeIgniter.Database', ['escape', 'escapeString', 'escapeLikeString', 'escape_str', 'escape_like_str', 'protectIdentifiers', 'protect_identifiers']).map((call) => ({ call, safeFor: ['sql-injection' as const] })),
  ],
};

const CAKE = 'Cake.Http.ServerRequest';
const CAKE_CONTROLLERS = ['Cake.Controller.Controller', 'App.Controller.AppController', 'AppController'];

/** CakePHP. */
export const cakephp: FlowRows = {
  aliases: {
    ...aliases(
      CAKE,
      CAKE_CONTROLLERS.flatMap((name) => [`${name}.request`, `${name}.getRequest()`]),
    ),
    ...aliases(
      'Cake.Http.Response',
      CAKE_CONTROLLERS.flatMap((name) => [`${name}.response`, `${name}.getResponse()`]),
    ),
    'Cake.Datasource.ConnectionManager.get()': 'Cake.Database.Connection',
  },
  sources: {
    ...labelled(PARAMETER, below(CAKE, ['getQuery()', 'getData()', 'getParam()', 'getQueryParams()', 'getParsedBody()', 'query()', 'data()', 'input()', 'query', 'data'])),
    ...labelled(HEADER, below(CAKE, ['getCookie()', 'getHeaderLine()', 'getHeader()', 'referer()'])),
  },
  controllers: CAKE_CONTROLLERS.map((base) => ({ base, label: PART, harmless: ['open-redirect', 'path-traversal', 'file-inclusion'] as const })),
  sinks: [
    ...sinks('sql-injection', below('Cake.Database.Connection', ['execute', 'query', 'prepare']), { only: 'sql-text' }),
    ...sinks('sql-injection', below('*', ['where', 'andWhere', 'having', 'order', 'group', 'join']), { only: 'sql-composed', imports: ['Cake'] }),
    ...sinks(
      'open-redirect',
      CAKE_CONTROLLERS.map((name) => `${name}.redirect`),
      { only: 'address-text' },
    ),
    ...sinks('path-traversal', ['Cake.Http.Response.withFile']),
    ...sinks('cross-site-scripting', ['Cake.Http.Response.withStringBody'], { only: 'text' }),
  ],
  sanitizers: [{ call: 'h', safeFor: ['cross-site-scripting'] }],
};

/** Drupal, on top of Symfony. */
export const drupal: FlowRows = {
  aliases: { 'Drupal.request()': 'Symfony.Component.HttpFoundation.Request', 'Drupal.requestStack().getCurrentRequest()': 'Symfony.Component.HttpFoundation.Request' },
  sinks: [...sinks('cross-site-scripting', ['Drupal.Core.Render.Markup.create', 'Drupal.Component.Render.MarkupInterface.create']), ...sinks('open-redirect', ['Drupal.Core.Routing.TrustedRedirectResponse'], { only: 'address' })],
  sanitizers: [
    { call: 'Drupal.Component.Utility.Html.escape', safeFor: ['cross-site-scripting'] },
    { call: 'Drupal.Component.Utility.Xss.filter', safeFor: ['cross-site-scripting'] },
    { call: 'Drupal.Component.Utility.Xss.filterAdmin', safeFor: ['cross-site-scripting'] },
  ],
};
