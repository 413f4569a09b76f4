import type { FlowRows, SinkRow } from '../rows';

const ROUTES = ['get', 'post', 'put', 'patch', 'delete', 'api_route', 'head', 'options'];

/** A response that was made, or a class of responses. */
const FLASK_ANSWERS = ['flask.Response', 'flask.Response()'];

/** Flask. Its views return text that browsers read as HTML. */
export const flask: FlowRows = {
  aliases: { 'flask.Flask()': 'flask.App', 'flask.Blueprint()': 'flask.App', 'werkzeug.utils.redirect': 'flask.redirect', 'markupsafe.Markup': 'flask.Markup' },
  sources: {
    'flask.request.args': 'query of the request',
    'flask.request.form': 'form of the request',
    'flask.request.values': 'parameter of the request',
    'flask.request.json': 'body of the request',
    'flask.request.get_json()': 'body of the request',
    'flask.request.data': 'body of the request',
    'flask.request.get_data()': 'body of the request',
    'flask.request.cookies': 'cookie of the request',
    'flask.request.headers': 'header of the request',
    'flask.request.files': 'upload of the request',
    'flask.request.query_string': 'query of the request',
    'flask.request.url': 'address of the request',
    'flask.request.full_path': 'address of the request',
    'flask.request.path': 'path of the request',
    'flask.request.referrer': 'header of the request',
    'flask.request.base_url': 'address of the request',
    'flask.request.stream': 'body of the request',
    'flask.request.view_args': 'part of the path of the request',
    'flask.request.user_agent': 'header of the request',
    'flask.request.authorization': 'header of the request',
    'flask.request.host': 'header of the request',
    'flask.request.host_url': 'header of the request',
    'flask.request.url_root': 'header of the request',
  },
  texts: ['args', 'form', 'values', 'cookies', 'headers', 'query_string', 'url', 'full_path', 'path', 'referrer', 'host', 'host_url', 'url_root', 'base_url'].map((name) => `flask.request.${name}`),
  // No page of a stranger can make a browser send another one.
  harmless: [{ paths: ['host', 'host_url', 'url_root', 'base_url', 'user_agent', 'authorization'].map((name) => `flask.request.${name}`), weaknesses: ['cross-site-scripting', 'open-redirect'] }],
  decorated: ['route', ...ROUTES].map((name) => ({ decorator: `flask.App.${name}`, label: 'part of the path of the request' })),
  controllers: ['flask.views.MethodView', 'flask.views.View'].map((base) => ({ base, methods: [...ROUTES, 'dispatch_request'], types: ['str'], harmless: ['open-redirect', 'nosql-injection'] as const, label: 'part of the path of the request' })),
  sinks: [
    ...[...['get', 'post', 'put', 'patch', 'delete'].map((name) => `flask.views.MethodView.${name}`), 'flask.views.View.dispatch_request'].map((name) => ({ returnOf: name, weakness: 'cross-site-scripting' as const, only: 'text' as const })),
    ...['route', ...ROUTES].map((name) => ({ returnOf: `flask.App.${name}`, weakness: 'cross-site-scripting' as const, only: 'text' as const })),
    { call: 'flask.make_response', weakness: 'cross-site-scripting', only: 'text', typedBy: [] },
    { call: 'flask.Response', weakness: 'cross-site-scripting', arguments: [0, 'response'], only: 'text', typedBy: [2, 3, 4, 'headers', 'mimetype', 'content_type'] },
    { call: 'flask.Markup', weakness: 'cross-site-scripting' },
    { call: 'flask.render_template_string', weakness: 'template-injection' },
    { call: 'flask.redirect', weakness: 'open-redirect' },
    { call: 'flask.send_file', weakness: 'path-traversal' },
    ...FLASK_ANSWERS.flatMap((answer): SinkRow[] => [
      { call: `${answer}.set_data`, weakness: 'cross-site-scripting', only: 'text' },
      { assign: `${answer}.data`, weakness: 'cross-site-scripting', only: 'text' },
      { assign: `${answer}.headers.Location`, weakness: 'open-redirect', only: 'address' },
      { assign: `${answer}.location`, weakness: 'open-redirect', only: 'address' },
    ]),
    { call: 'flask.Response', weakness: 'open-redirect', arguments: [2, 'headers'], field: 'Location', only: 'address' },
  ],
  sanitizers: [
    { call: 'flask.render_template', safeFor: 'all' },
    { call: 'flask.render_template_string', safeFor: ['cross-site-scripting'] },
    { call: 'flask.jsonify', safeFor: 'all' },
    { call: 'flask.redirect', safeFor: ['cross-site-scripting'] },
    { call: 'flask.url_for', safeFor: 'all' },
    { call: 'flask.escape', safeFor: ['cross-site-scripting'] },
    { call: 'flask.send_from_directory', safeFor: 'all' },
    { call: 'flask.send_file', safeFor: ['cross-site-scripting'] },
    { call: 'markupsafe.escape', safeFor: ['cross-site-scripting'] },
    { call: 'werkzeug.utils.secure_filename', safeFor: ['path-traversal'] },
    { call: 'werkzeug.security.safe_join', safeFor: ['path-traversal'] },
    { call: 'werkzeug.utils.safe_join', safeFor: ['path-traversal'] },
  ],
};

const GENERIC = ['View', 'ListView', 'DetailView', 'TemplateView', 'FormView', 'CreateView', 'UpdateView', 'DeleteView', 'RedirectView', 'ArchiveIndexView', 'DayArchiveView'];
const REST = ['APIView', 'GenericAPIView', 'ListAPIView', 'CreateAPIView', 'RetrieveAPIView', 'UpdateAPIView', 'DestroyAPIView', 'ListCreateAPIView', 'RetrieveUpdateAPIView', 'RetrieveDestroyAPIView', 'RetrieveUpdateDestroyAPIView'];
/** The classes of views, which hold the request, and what the routes took out of the path. */
const DJANGO_VIEWS = [
  'django.views.View',
  'django.views.generic.base.View',
  ...GENERIC.map((name) => `django.views.generic.${name}`),
  ...['list.ListView', 'detail.DetailView', 'edit.FormView', 'edit.CreateView', 'edit.UpdateView', 'edit.DeleteView', 'base.TemplateView', 'base.RedirectView'].map((name) => `django.views.generic.${name}`),
  'rest_framework.views.APIView',
  ...REST.map((name) => `rest_framework.generics.${name}`),
  ...['ViewSet', 'GenericViewSet', 'ModelViewSet', 'ReadOnlyModelViewSet'].map((name) => `rest_framework.viewsets.${name}`),
];
const DJANGO_REDIRECTS = ['django.http.HttpResponseRedirect', 'django.http.HttpResponsePermanentRedirect', 'django.http.response.HttpResponseRedirect'];
const DJANGO_ERRORS = ['HttpResponseBadRequest', 'HttpResponseNotFound', 'HttpResponseForbidden', 'HttpResponseServerError', 'HttpResponseNotAllowed', 'HttpResponseGone', 'StreamingHttpResponse'];

/** Django and its REST framework. */
export const django: FlowRows = {
  aliases: {
    ...Object.fromEntries(
      DJANGO_VIEWS.flatMap((view) => [
        [`${view}.request`, 'django.http.HttpRequest'],
        [`${view}.kwargs`, 'django.views.View.kwargs'],
      ]),
    ),
    ...Object.fromEntries(DJANGO_REDIRECTS.map((name) => [name, 'django.shortcuts.redirect'])),
    'django.http.response.HttpResponse': 'django.http.HttpResponse',
    'django.utils.safestring.SafeString': 'django.utils.safestring.mark_safe',
    'django.utils.safestring.SafeText': 'django.utils.safestring.mark_safe',
    'ninja.NinjaAPI()': 'fastapi.App',
    'ninja.Router()': 'fastapi.App',
    'django.db.connection.cursor()': 'django.db.cursor',
    'rest_framework.request.Request': 'django.http.HttpRequest',
  },
  sources: {
    'django.http.HttpRequest.GET': 'query of the request',
    'django.http.HttpRequest.POST': 'form of the request',
    'django.http.HttpRequest.body': 'body of the request',
    'django.http.HttpRequest.COOKIES': 'cookie of the request',
    'django.http.HttpRequest.META': 'header of the request',
    'django.http.HttpRequest.headers': 'header of the request',
    'django.http.HttpRequest.FILES': 'upload of the request',
    'django.http.HttpRequest.data': 'body of the request',
    'django.http.HttpRequest.query_params': 'query of the request',
    'django.http.HttpRequest.read()': 'body of the request',
    'django.http.HttpRequest.readline()': 'body of the request',
    'django.views.View.kwargs': 'part of the path of the request',
  },
  texts: ['GET', 'POST', 'COOKIES', 'META', 'headers', 'query_params'].map((name) => `django.http.HttpRequest.${name}`),
  controllers: DJANGO_VIEWS.map((base) => ({ base, methods: [...ROUTES, 'dispatch', 'retrieve', 'list', 'create', 'update', 'partial_update', 'destroy'], types: ['str'], harmless: ['open-redirect', 'request-forgery', 'nosql-injection'] as const, label: 'part of the path of the request' })),
  conventions: [
    { imports: 'django', names: [['request']], parameters: ['django.http.HttpRequest'] },
    { imports: 'rest_framework', names: [['self'], ['request']], parameters: ['', 'django.http.HttpRequest'] },
    { imports: 'rest_framework', names: [['request']], parameters: ['django.http.HttpRequest'] },
    { imports: 'django', names: [['self'], ['request']], parameters: ['', 'django.http.HttpRequest'] },
  ],
  sinks: [
    ...['HttpResponse', ...DJANGO_ERRORS].map((name) => ({ call: `django.http.${name}`, weakness: 'cross-site-scripting' as const, arguments: [0, 'content'], only: 'text' as const, typedBy: [1, 'content_type', 'headers'] })),
    ...['Location', 'headers.Location'].map((name) => ({ assign: `django.http.HttpResponse().${name}`, weakness: 'open-redirect' as const, only: 'address' as const })),
    // The format itself is not escaped, only what is put into it.
    { call: 'django.utils.html.format_html', weakness: 'cross-site-scripting', only: 'path-text' },
    { call: 'django.utils.safestring.mark_safe', weakness: 'cross-site-scripting' },
    { call: 'django.shortcuts.redirect', weakness: 'open-redirect' },
    { call: '*.extra', weakness: 'sql-injection', arguments: [0, 'where', 'select', 'order_by', 'tables'], only: 'sql-composed', imports: ['django'] },
    { call: '*.extra', weakness: 'sql-injection', only: 'sql-text' },
    { call: '*.raw', weakness: 'sql-injection', only: 'sql-text' },
    { call: 'django.db.models.expressions.RawSQL', weakness: 'sql-injection' },
    { call: 'django.template.Template', weakness: 'template-injection' },
  ],
  sanitizers: [
    { call: 'django.utils.html.escape', safeFor: ['cross-site-scripting'] },
    { call: 'django.utils.html.format_html', safeFor: ['cross-site-scripting'] },
    { call: 'django.utils.html.format_html_join', safeFor: ['cross-site-scripting'] },
    { call: 'django.utils.html.conditional_escape', safeFor: ['cross-site-scripting'] },
    { call: 'django.urls.reverse', safeFor: 'all' },
    { call: 'django.shortcuts.render', safeFor: 'all' },
    { call: 'django.shortcuts.get_object_or_404', safeFor: 'all' },
    { call: '*.is_valid', safeFor: [] },
  ],
};

/** FastAPI: the parameters of a route come from the request. */
export const fastapi: FlowRows = {
  aliases: {
    'fastapi.FastAPI()': 'fastapi.App',
    'fastapi.APIRouter()': 'fastapi.App',
    'fastapi.responses.HTMLResponse': 'starlette.responses.HTMLResponse',
    'fastapi.responses.RedirectResponse': 'starlette.responses.RedirectResponse',
    'fastapi.responses.FileResponse': 'starlette.responses.FileResponse',
    'fastapi.Request': 'starlette.requests.Request',
    'fastapi.responses.Response': 'starlette.responses.Response',
    'fastapi.Response': 'starlette.responses.Response',
    'starlette.endpoints.HTTPEndpoint.request': 'starlette.requests.Request',
  },
  sources: {
    'starlette.requests.Request.query_params': 'query of the request',
    'starlette.requests.Request.path_params': 'parameter of the request',
    'starlette.requests.Request.headers': 'header of the request',
    'starlette.requests.Request.cookies': 'cookie of the request',
    'starlette.requests.Request.json()': 'body of the request',
    'starlette.requests.Request.form()': 'form of the request',
    'starlette.requests.Request.body()': 'body of the request',
    'starlette.requests.Request.stream()': 'body of the request',
  },
  decorated: ROUTES.map((name) => ({ decorator: `fastapi.App.${name}`, label: 'parameter of the request' })),
  conventions: [
    { imports: 'starlette', names: [['request']], parameters: ['starlette.requests.Request'] },
    { imports: 'starlette', names: [['self'], ['request']], parameters: ['', 'starlette.requests.Request'] },
    { imports: 'fastapi', names: [['request']], parameters: ['starlette.requests.Request'] },
  ],
  sinks: [
    ...ROUTES.map((name) => ({ returnOf: `fastapi.App.${name}`, weakness: 'cross-site-scripting' as const, only: 'text' as const, onlyWithFlag: ['starlette.responses.HTMLResponse'] })),
    // A response without a type has none.
    { call: 'starlette.responses.Response', weakness: 'cross-site-scripting', arguments: [0, 'content'], only: 'text', onlyWith: 'media_type', typedBy: [3, 'media_type', 'headers'] },
    ...['Location', 'location'].map((field) => ({ call: 'starlette.responses.Response', weakness: 'open-redirect' as const, arguments: [2, 'headers'], field, only: 'address' as const })),
    ...['starlette.responses.Response', 'starlette.responses.Response()'].flatMap((answer) => ['Location', 'location'].map((name) => ({ assign: `${answer}.headers.${name}`, weakness: 'open-redirect' as const, only: 'address' as const }))),
    { call: 'starlette.responses.HTMLResponse', weakness: 'cross-site-scripting', arguments: [0, 'content'] },
    { call: 'starlette.responses.RedirectResponse', weakness: 'open-redirect', arguments: [0, 'url'] },
    { call: 'starlette.responses.FileResponse', weakness: 'path-traversal', arguments: [0, 'path'] },
  ],
};

const TORNADO = 'tornado.web.RequestHandler';

/** Tornado: a handler reads the input by calls, and gets the groups of its route as parameters. */
export const tornado: FlowRows = {
  controllers: [{ base: TORNADO, methods: ['get', 'head', 'post', 'put', 'patch', 'delete', 'options'], types: ['str'], harmless: ['open-redirect'], label: 'part of the path of the request' }],
  sources: {
    ...Object.fromEntries(['get_argument', 'get_arguments', 'get_query_argument', 'get_query_arguments', 'get_body_argument', 'get_body_arguments'].map((name) => [`${TORNADO}.${name}()`, 'parameter of the request'])),
    [`${TORNADO}.get_cookie()`]: 'cookie of the request',
    [`${TORNADO}.request.query`]: 'query of the request',
    [`${TORNADO}.request.query_arguments`]: 'query of the request',
    [`${TORNADO}.request.body_arguments`]: 'form of the request',
    [`${TORNADO}.request.files`]: 'upload of the request',
    [`${TORNADO}.path_kwargs`]: 'part of the path of the request',
    [`${TORNADO}.request.body`]: 'body of the request',
    [`${TORNADO}.request.arguments`]: 'parameter of the request',
    [`${TORNADO}.request.headers`]: 'header of the request',
    [`${TORNADO}.path_args`]: 'part of the path of the request',
  },
  responseTypes: ['set_header', 'add_header'].map((name) => ({ call: `${TORNADO}.${name}`, argument: 1, onlyWithFirst: 'content-type' })),
  sinks: [
    { call: `${TORNADO}.write`, weakness: 'cross-site-scripting', only: 'text' },
    { call: `${TORNADO}.finish`, weakness: 'cross-site-scripting', only: 'text' },
    { call: `${TORNADO}.redirect`, weakness: 'open-redirect' },
    { call: `${TORNADO}.set_header`, weakness: 'open-redirect', arguments: [1], onlyWithFirst: 'location', only: 'address' },
  ],
  sanitizers: [{ call: 'tornado.escape.xhtml_escape', safeFor: ['cross-site-scripting'] }],
};

const AIOHTTP = 'aiohttp.web.Request';

/** aiohttp: its handlers get the request as a parameter. */
export const aiohttp: FlowRows = {
  sources: {
    [`${AIOHTTP}.query`]: 'query of the request',
    [`${AIOHTTP}.rel_url.query`]: 'query of the request',
    [`${AIOHTTP}.match_info`]: 'part of the path of the request',
    [`${AIOHTTP}.headers`]: 'header of the request',
    [`${AIOHTTP}.cookies`]: 'cookie of the request',
    [`${AIOHTTP}.post()`]: 'form of the request',
    [`${AIOHTTP}.json()`]: 'body of the request',
    [`${AIOHTTP}.text()`]: 'body of the request',
    [`${AIOHTTP}.read()`]: 'body of the request',
    [`${AIOHTTP}.multipart()`]: 'upload of the request',
    [`${AIOHTTP}.query_string`]: 'query of the request',
    [`${AIOHTTP}.content`]: 'body of the request',
  },
  aliases: { 'aiohttp.web.View.request': AIOHTTP, 'aiohttp.web_request.Request': AIOHTTP, 'aiohttp.web.BaseRequest': AIOHTTP },
  texts: ['query', 'match_info', 'headers', 'cookies'].map((name) => `${AIOHTTP}.${name}`),
  conventions: [
    { imports: 'aiohttp', names: [['request']], parameters: [AIOHTTP] },
    { imports: 'aiohttp', names: [['self'], ['request']], parameters: ['', AIOHTTP] },
  ],
  sinks: [
    ...['HTTPFound', 'HTTPSeeOther', 'HTTPMovedPermanently', 'HTTPTemporaryRedirect'].map((name) => ({ call: `aiohttp.web.${name}`, weakness: 'open-redirect' as const, arguments: [0, 'location'] })),
    { call: 'aiohttp.web.FileResponse', weakness: 'path-traversal', arguments: [0, 'path'] },
    // A text without a type is sent as plain text.
    { call: 'aiohttp.web.Response', weakness: 'cross-site-scripting', arguments: ['text', 'body'], only: 'text', onlyWith: 'content_type', typedBy: ['content_type'] },
  ],
};

const CHERRYPY = 'cherrypy.request';

/** CherryPy: the parameters of a method that is exposed come from the address and from the form. */
export const cherrypy: FlowRows = {
  aliases: {
    'cherrypy.lib.static.serve_download': 'cherrypy.lib.static.serve_file',
    'cherrypy.lib.static.staticfile': 'cherrypy.lib.static.serve_file',
  },
  sources: {
    [`${CHERRYPY}.params`]: 'parameter of the request',
    [`${CHERRYPY}.body_params`]: 'form of the request',
    [`${CHERRYPY}.query_string`]: 'query of the request',
    [`${CHERRYPY}.headers`]: 'header of the request',
    [`${CHERRYPY}.cookie`]: 'cookie of the request',
    [`${CHERRYPY}.json`]: 'body of the request',
    [`${CHERRYPY}.body.read()`]: 'body of the request',
    [`${CHERRYPY}.path_info`]: 'path of the request',
  },
  texts: ['query_string', 'headers', 'cookie', 'path_info'].map((name) => `${CHERRYPY}.${name}`),
  decorated: [{ decorator: 'cherrypy.expose', label: 'parameter of the request' }],
  sinks: [
    { returnOf: 'cherrypy.expose', weakness: 'cross-site-scripting', only: 'text' },
    { call: 'cherrypy.lib.static.serve_file', weakness: 'path-traversal', arguments: [0, 'path'] },
    { call: 'cherrypy.HTTPRedirect', weakness: 'open-redirect', arguments: [0, 'urls'] },
  ],
};

const BOTTLE = 'bottle.request';
const BOTTLE_ROUTES = ['route', 'get', 'post', 'put', 'delete', 'patch'].flatMap((name) => [`bottle.${name}`, `bottle.Bottle().${name}`]);

/** Bottle. Its views return text that browsers read as HTML. */
export const bottle: FlowRows = {
  sources: {
    ...Object.fromEntries(['query', 'params'].map((name) => [`${BOTTLE}.${name}`, 'query of the request'])),
    ...Object.fromEntries(['forms', 'POST'].map((name) => [`${BOTTLE}.${name}`, 'form of the request'])),
    ...Object.fromEntries(['json', 'body'].map((name) => [`${BOTTLE}.${name}`, 'body of the request'])),
    [`${BOTTLE}.files`]: 'upload of the request',
    [`${BOTTLE}.headers`]: 'header of the request',
    [`${BOTTLE}.cookies`]: 'cookie of the request',
    [`${BOTTLE}.get_cookie()`]: 'cookie of the request',
    [`${BOTTLE}.GET`]: 'query of the request',
    [`${BOTTLE}.query_string`]: 'query of the request',
  },
  texts: ['query', 'params', 'forms', 'headers', 'cookies'].map((name) => `${BOTTLE}.${name}`),
  decorated: BOTTLE_ROUTES.map((decorator) => ({ decorator, label: 'part of the path of the request' })),
  sinks: [...BOTTLE_ROUTES.map((returnOf) => ({ returnOf, weakness: 'cross-site-scripting' as const, only: 'text' as const })), { call: 'bottle.redirect', weakness: 'open-redirect' }, { call: 'bottle.response.set_header', weakness: 'open-redirect', arguments: [1], onlyWithFirst: 'location', only: 'address' }],
  sanitizers: [
    { call: 'bottle.html_escape', safeFor: ['cross-site-scripting'] },
    { call: 'bottle.template', safeFor: ['cross-site-scripting'] },
    // It refuses a path that leads out of its folder.
    { call: 'bottle.static_file', safeFor: 'all' },
  ],
};

const PYRAMID = 'pyramid.request.Request';

/** Pyramid: its views get the request as a parameter. */
export const pyramid: FlowRows = {
  sources: {
    [`${PYRAMID}.params`]: 'parameter of the request',
    [`${PYRAMID}.GET`]: 'query of the request',
    [`${PYRAMID}.POST`]: 'form of the request',
    [`${PYRAMID}.matchdict`]: 'part of the path of the request',
    [`${PYRAMID}.json_body`]: 'body of the request',
    [`${PYRAMID}.body`]: 'body of the request',
    [`${PYRAMID}.cookies`]: 'cookie of the request',
    [`${PYRAMID}.headers`]: 'header of the request',
  },
  texts: ['GET', 'matchdict', 'headers', 'cookies'].map((name) => `${PYRAMID}.${name}`),
  conventions: [
    { imports: 'pyramid', names: [['request']], parameters: [PYRAMID] },
    { imports: 'pyramid', names: [['self'], ['request']], parameters: ['', PYRAMID] },
    { imports: 'pyramid', names: [['context'], ['request']], parameters: ['', PYRAMID] },
  ],
  sinks: [
    ...['HTTPFound', 'HTTPSeeOther', 'HTTPMovedPermanently'].map((name) => ({ call: `pyramid.httpexceptions.${name}`, weakness: 'open-redirect' as const, arguments: [0, 'location'] })),
    { call: 'pyramid.response.FileResponse', weakness: 'path-traversal', arguments: [0, 'path'] },
    { call: 'pyramid.response.Response', weakness: 'cross-site-scripting', arguments: [0, 'body', 'text'], only: 'text', typedBy: ['content_type'] },
  ],
  sanitizers: ['route_path', 'route_url', 'current_route_path', 'current_route_url', 'resource_path', 'resource_url', 'static_path', 'static_url'].map((name) => ({ call: `${PYRAMID}.${name}`, safeFor: 'all' as const })),
};

const SANIC = 'sanic.request.Request';

/** Sanic: its handlers get the request as a parameter. */
export const sanic: FlowRows = {
  sources: {
    [`${SANIC}.args`]: 'query of the request',
    [`${SANIC}.form`]: 'form of the request',
    [`${SANIC}.json`]: 'body of the request',
    [`${SANIC}.body`]: 'body of the request',
    [`${SANIC}.files`]: 'upload of the request',
    [`${SANIC}.cookies`]: 'cookie of the request',
    [`${SANIC}.headers`]: 'header of the request',
    [`${SANIC}.match_info`]: 'part of the path of the request',
    'sanic.Websocket.recv()': 'message of a web socket',
  },
  texts: ['args', 'form', 'headers', 'cookies'].map((name) => `${SANIC}.${name}`),
  aliases: { 'sanic.html': 'sanic.response.html', 'sanic.redirect': 'sanic.response.redirect', 'sanic.file': 'sanic.response.file', 'sanic.Request': SANIC },
  decorated: ['sanic.Sanic()', 'sanic.Blueprint()', 'sanic.blueprints.Blueprint()'].flatMap((app) => ['route', ...ROUTES].map((name) => ({ decorator: `${app}.${name}`, label: 'part of the path of the request' }))),
  conventions: [
    { imports: 'sanic', names: [['request'], ['ws', 'websocket']], parameters: [SANIC, 'sanic.Websocket'] },
    { imports: 'sanic', names: [['request']], parameters: [SANIC] },
    { imports: 'sanic', names: [['self'], ['request']], parameters: ['', SANIC] },
  ],
  sinks: [
    { call: 'sanic.response.html', weakness: 'cross-site-scripting' },
    { call: 'sanic.response.redirect', weakness: 'open-redirect' },
    { call: 'sanic.response.file', weakness: 'path-traversal' },
  ],
};
