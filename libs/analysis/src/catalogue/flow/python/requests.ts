import { BODY, HEADER, PARAMETER, PART, QUERY } from '../labels';
import { below, labelled, sinks } from '../make';
import type { FlowRows } from '../rows';

const ROUTES = ['route', 'get', 'post', 'put', 'patch', 'delete', 'head', 'options'];
const REDIRECTS = ['HTTPFound', 'HTTPSeeOther', 'HTTPMovedPermanently', 'HTTPTemporaryRedirect', 'HTTPPermanentRedirect'];

const FALCON = 'falcon.Request';
const FALCON_PART = 'falcon.Request.part';

/** Falcon: a resource has a method for each verb, which gets the request, the response, and parts of the path. */
export const falcon: FlowRows = {
  conventions: [{ imports: 'falcon', names: [['self'], ['req', 'request'], ['resp', 'response', 'res']], parameters: ['', FALCON, 'falcon.Response', FALCON_PART, FALCON_PART, FALCON_PART] }],
  sources: {
    [FALCON_PART]: PART,
    ...labelled(PARAMETER, below(FALCON, ['params', 'get_param()', 'get_param_as_list()', 'get_param_as_json()', 'get_param_as_media()'])),
    ...labelled(BODY, below(FALCON, ['media', 'get_media()', 'stream', 'bounded_stream', 'context.body'])),
    ...labelled(HEADER, below(FALCON, ['get_header()', 'headers', 'user_agent', 'auth'])),
    ...labelled('cookie of the request', below(FALCON, ['cookies', 'get_cookie_values()'])),
    [`${FALCON}.query_string`]: QUERY,
    [`${FALCON}.path`]: 'path of the request',
  },
  // The servers decode a path before Falcon cuts it into its parts.
  harmless: [{ paths: [FALCON_PART], weaknesses: ['path-traversal'] }],
  texts: below(FALCON, ['get_header()', 'headers', 'cookies', 'query_string', 'path', 'get_param()']),
  sinks: [...sinks('open-redirect', below('falcon', REDIRECTS), { arguments: [0, 'location'], only: 'address' }), ...sinks('open-redirect', ['falcon.Response.set_header'], { arguments: [1], onlyWithFirst: 'location', only: 'address' })],
};

/** Quart has the interface of Flask. Calls that read the body are awaited. */
export const quart: FlowRows = {
  aliases: {
    'quart.Quart()': 'flask.App',
    'quart.Blueprint()': 'flask.App',
    ...Object.fromEntries(['request', 'redirect', 'make_response', 'Response', 'render_template', 'render_template_string', 'jsonify', 'url_for', 'send_file', 'send_from_directory', 'session'].map((name) => [`quart.${name}`, `flask.${name}`])),
  },
  sources: labelled('message of a web socket', below('quart.websocket', ['receive()', 'receive_json()', 'args'])),
};

const LITESTAR = ['litestar', 'litestar.handlers'];

/** Litestar: the parameters of a handler come from the request. */
export const litestar: FlowRows = {
  decorated: LITESTAR.flatMap((name) => below(name, ['get', 'post', 'put', 'patch', 'delete', 'route'])).map((decorator) => ({ decorator, label: PARAMETER })),
  aliases: Object.fromEntries(['Request', 'connection.Request'].map((name) => [`litestar.${name}`, 'starlette.requests.Request'])),
  sinks: [...sinks('open-redirect', ['litestar.response.Redirect'], { arguments: [0, 'path'] }), ...sinks('path-traversal', ['litestar.response.File'], { arguments: [0, 'path'] })],
};

const WEB = 'web';

/** web.py. Its methods return text that browsers read as HTML. */
export const webpy: FlowRows = {
  sources: { [`${WEB}.input()`]: PARAMETER, [`${WEB}.data()`]: BODY, [`${WEB}.cookies()`]: 'cookie of the request', [`${WEB}.ctx.env`]: HEADER },
  texts: [`${WEB}.input()`, `${WEB}.cookies()`],
  sinks: sinks('open-redirect', below(WEB, ['seeother', 'redirect', 'found', 'tempredirect']), { only: 'address' }),
};

const WERKZEUG = 'werkzeug.wrappers.Request';

/** Werkzeug and WebOb without a framework around them. */
export const wrappers: FlowRows = {
  aliases: {
    'werkzeug.Request': WERKZEUG,
    'werkzeug.wrappers.request.Request': WERKZEUG,
    [`${WERKZEUG}()`]: WERKZEUG,
    'werkzeug.wrappers.Response': 'flask.Response',
    'werkzeug.Response': 'flask.Response',
    'webob.Request()': 'webob.Request',
  },
  sources: {
    ...labelled(QUERY, below(WERKZEUG, ['args', 'query_string'])),
    ...labelled('form of the request', below(WERKZEUG, ['form', 'values'])),
    ...labelled(BODY, below(WERKZEUG, ['json', 'get_json()', 'data', 'get_data()', 'stream'])),
    ...labelled(HEADER, below(WERKZEUG, ['headers', 'cookies'])),
    ...labelled('upload of the request', below(WERKZEUG, ['files'])),
    ...labelled(PARAMETER, below('webob.Request', ['params', 'GET', 'POST', 'cookies', 'headers', 'json', 'json_body', 'body', 'text'])),
  },
  texts: [...below(WERKZEUG, ['args', 'form', 'values', 'headers', 'cookies', 'query_string']), ...below('webob.Request', ['params', 'GET', 'POST', 'cookies', 'headers'])],
  conventions: [
    { imports: 'werkzeug', names: [['request']], parameters: [WERKZEUG] },
    { imports: 'werkzeug', names: [['self'], ['request']], parameters: ['', WERKZEUG] },
  ],
};

const HANDLER = 'http.server.BaseHTTPRequestHandler';

/** Python's own servers: handlers of `http.server`, WSGI and CGI. */
export const standardServers: FlowRows = {
  aliases: {
    'http.server.SimpleHTTPRequestHandler': HANDLER,
    'BaseHTTPServer.BaseHTTPRequestHandler': HANDLER,
    'wsgiref.util.environ': 'wsgi.environ',
  },
  sources: {
    [`${HANDLER}.path`]: 'path of the request',
    [`${HANDLER}.headers`]: HEADER,
    [`${HANDLER}.rfile`]: BODY,
    'cgi.FieldStorage()': 'form of the request',
    'wsgi.environ.QUERY_STRING': QUERY,
    'wsgi.environ.PATH_INFO': 'path of the request',
    'wsgi.environ.get()': HEADER,
    'wsgi.environ.HTTP_COOKIE': 'cookie of the request',
    'wsgi.environ.wsgi.input': BODY,
  },
  harmless: [
    // A request ends its first line where the path does.
    { paths: [`${HANDLER}.path`], weaknesses: ['header-injection'] },
    // A path begins with a slash, so it names no other host.
    { paths: [`${HANDLER}.path`, 'wsgi.environ.PATH_INFO'], weaknesses: ['request-forgery'] },
  ],
  texts: [`${HANDLER}.path`, `${HANDLER}.headers`, 'cgi.FieldStorage()', 'wsgi.environ.QUERY_STRING', 'wsgi.environ.PATH_INFO'],
  conventions: [{ names: [['environ', 'env'], ['start_response']], parameters: ['wsgi.environ'] }],
  sinks: [
    { call: `${HANDLER}.send_header`, weakness: 'open-redirect', arguments: [1], onlyWithFirst: 'location', only: 'address' },
    // It writes the value as it is, with all line breaks.
    { call: `${HANDLER}.send_header`, weakness: 'header-injection', arguments: [1] },
    { call: `${HANDLER}.wfile.write`, weakness: 'cross-site-scripting', only: 'markup' },
  ],
};

const EVENT = 'aws.lambda.Event';
const AZURE = 'azure.functions.HttpRequest';

/** Functions that clouds call: AWS Lambda with its gateways, Azure, Google, Chalice. */
export const clouds: FlowRows = {
  aliases: { 'chalice.Chalice()': 'chalice.App', 'chalice.Blueprint()': 'chalice.App' },
  conventions: [
    { names: [['event'], ['context', '_context', '_', 'ctx']], parameters: [EVENT] },
    { imports: 'functions_framework', names: [['request']], parameters: ['flask.request'] },
  ],
  sources: {
    ...labelled(BODY, below(EVENT, ['body'])),
    ...labelled(QUERY, below(EVENT, ['queryStringParameters', 'multiValueQueryStringParameters', 'rawQueryString'])),
    ...labelled(PART, below(EVENT, ['pathParameters', 'rawPath'])),
    ...labelled(HEADER, below(EVENT, ['headers', 'multiValueHeaders', 'cookies'])),
    ...labelled(PARAMETER, [...below(AZURE, ['params', 'form', 'files']), ...below('chalice.App.current_request', ['query_params', 'uri_params'])]),
    ...labelled(BODY, [...below(AZURE, ['get_json()', 'get_body()']), ...below('chalice.App.current_request', ['json_body', 'raw_body'])]),
    ...labelled(HEADER, [`${AZURE}.headers`, 'chalice.App.current_request.headers']),
    [`${AZURE}.route_params`]: PART,
  },
  texts: [...below(EVENT, ['queryStringParameters', 'rawQueryString', 'pathParameters', 'headers']), ...below(AZURE, ['params', 'headers', 'route_params'])],
  decorated: below('chalice.App', ROUTES).map((decorator) => ({ decorator, label: PART })),
  sinks: [
    { call: 'azure.functions.HttpResponse', weakness: 'cross-site-scripting', arguments: [0, 'body'], onlyWith: 'mimetype', only: 'text', typedBy: ['mimetype', 'headers'] },
    { returnOf: 'functions_framework.http', weakness: 'cross-site-scripting', only: 'text' },
  ],
};

const MESSAGE = 'message of a web socket';
const SOCKETS = ['channels.generic.websocket.WebsocketConsumer', 'channels.generic.websocket.AsyncWebsocketConsumer', 'channels.generic.websocket.JsonWebsocketConsumer', 'channels.generic.websocket.AsyncJsonWebsocketConsumer'];
const STARLETTE = ['fastapi.WebSocket', 'starlette.websockets.WebSocket', 'fastapi.websockets.WebSocket'];

/** Web sockets of Channels, Starlette, Tornado, aiohttp, Flask-SocketIO and python-socketio. */
export const webSockets: FlowRows = {
  aliases: {
    ...Object.fromEntries(STARLETTE.slice(1).map((name) => [name, STARLETTE[0]!])),
    'aiohttp.web.WebSocketResponse()[]': 'aiohttp.web.WSMessage',
    'aiohttp.web.WebSocketResponse().[]': 'aiohttp.web.WSMessage',
    'aiohttp.web.WebSocketResponse().receive()': 'aiohttp.web.WSMessage',
    'socketio.Server()': 'socketio.AsyncServer()',
  },
  sources: {
    ...labelled(MESSAGE, below('fastapi.WebSocket', ['receive_text()', 'receive_bytes()', 'receive_json()', 'iter_text()', 'iter_json()', 'iter_bytes()'])),
    ...labelled(QUERY, ['fastapi.WebSocket.query_params']),
    ...labelled(PART, ['fastapi.WebSocket.path_params']),
    ...labelled(HEADER, below('fastapi.WebSocket', ['headers', 'cookies'])),
    ...labelled(MESSAGE, below('aiohttp.web.WebSocketResponse()', ['receive_str()', 'receive_json()', 'receive_bytes()'])),
    'aiohttp.web.WSMessage.data': MESSAGE,
    'aiohttp.web.WSMessage.json()': MESSAGE,
  },
  controllers: [
    ...SOCKETS.map((base) => ({ base, methods: ['receive', 'receive_json'], types: ['str', 'bytes', 'dict'], label: MESSAGE })),
    { base: 'starlette.endpoints.WebSocketEndpoint', methods: ['on_receive'], label: MESSAGE },
    { base: 'tornado.websocket.WebSocketHandler', methods: ['on_message'], types: ['str', 'bytes'], label: MESSAGE },
  ],
  conventions: [{ imports: 'socketio', names: [['sid']], parameters: [''] }],
  decorated: ['flask_socketio.SocketIO().on', 'flask_socketio.SocketIO().event', 'socketio.AsyncServer().event', 'socketio.AsyncServer().on'].map((decorator) => ({ decorator, label: MESSAGE })),
};

const ARGUMENT = 'argument of a query';

/** Resolvers of GraphQL: Graphene, Strawberry and Ariadne. */
export const graphql: FlowRows = {
  decorated: [...below('strawberry', ['field', 'mutation', 'subscription']), ...['QueryType', 'MutationType', 'ObjectType'].map((name) => `ariadne.${name}().field`)].map((decorator) => ({ decorator, label: ARGUMENT })),
  controllers: [
    { base: 'graphene.Mutation', methods: ['mutate', 'mutate_and_get_payload'], label: ARGUMENT },
    { base: 'graphene.ObjectType', methods: ['resolve_*'], label: ARGUMENT },
  ],
  conventions: ['graphene', 'ariadne', 'strawberry'].map((imports) => ({
    imports,
    names: [
      ['self', 'root', 'parent', 'obj', 'cls', '_'],
      ['info', '_info'],
    ],
    parameters: ['', 'graphene.Info'],
  })),
};

/** Readers of input beside a framework: parsers of arguments, pages of Streamlit. */
export const readers: FlowRows = {
  aliases: { 'flask_restful.reqparse.RequestParser()': 'flask_restful.RequestParser', 'flask_restx.reqparse.RequestParser()': 'flask_restful.RequestParser' },
  sources: {
    'flask_restful.RequestParser.parse_args()': PARAMETER,
    ...labelled('text that a user entered', below('streamlit', ['text_input()', 'text_area()', 'chat_input()', 'query_params'])),
  },
  decorated: ['webargs.flaskparser.use_args', 'webargs.flaskparser.use_kwargs', 'webargs.djangoparser.use_args', 'webargs.djangoparser.use_kwargs', 'webargs.aiohttpparser.use_args', 'webargs.aiohttpparser.use_kwargs'].map((decorator) => ({ decorator, label: PARAMETER })),
  controllers: ['flask_restful.Resource', 'flask_restx.Resource'].map((base) => ({ base, methods: ['get', 'post', 'put', 'patch', 'delete'], types: ['str'], label: PART, harmless: ['open-redirect', 'nosql-injection'] as const })),
};
