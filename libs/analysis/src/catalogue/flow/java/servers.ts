import { below, chained, labelled, sinks } from '../make';
import type { FlowRows, Path, SinkRow } from '../rows';

/** The paths of the results of methods. */
const gives = (type: Path, methods: readonly string[]): Path[] => below(type, methods).map((method) => `${method}()`);
const redirect = (calls: readonly Path[], rest: Partial<SinkRow> = {}): SinkRow[] => sinks('open-redirect', calls, rest);
const markup = (calls: readonly Path[]): SinkRow[] => sinks('cross-site-scripting', calls, { only: 'markup' });

/** Annotations of methods that Spring calls, and those that JAX-RS calls with a body. */
const MAPPINGS = ['RequestMapping', 'GetMapping', 'PostMapping', 'PutMapping', 'PatchMapping', 'DeleteMapping', 'QueryMapping', 'MutationMapping'];
const METHODS = ['POST', 'PUT', 'PATCH'];
/** Annotations of Micronaut, whose methods get parts of the path and of the query by the names of their parameters. */
const MICRONAUT = ['Get', 'Post', 'Put', 'Patch', 'Delete'];
const PLAY = ['play.mvc', 'play.mvc.Http', 'play.mvc.Controller', 'play.mvc.Result', 'play.mvc.*'];

/** Routes of Javalin and Spark are methods of the application, or functions that a file imports. */
const VERBS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'before', 'after'];
const JAVALIN = ['io.javalin.Javalin', 'io.javalin.http.Context', 'io.javalin.http.Handler'];
const SPARK = ['spark.Request', 'spark.Spark', 'spark.Spark.get', 'spark.Spark.post', 'spark.Route', 'spark'];
/** Routes of Spring that are written as functions. */
const SPRING_PACKAGES = ['org.springframework.web.reactive.function.server', 'org.springframework.web.servlet.function'];
const SPRING = SPRING_PACKAGES.flatMap((name) => [name, ...['ServerRequest', 'ServerResponse', 'RouterFunction', 'RouterFunctions', 'RouterFunctions.route'].map((type) => `${name}.${type}`)]);
const SPRING_ROUTES = ['route', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];
const VERTX = ['io.vertx.ext.web.Router', 'io.vertx.ext.web.RoutingContext', 'io.vertx.ext.web'];

const NETTY = ['io.netty.handler.codec.http.DefaultHttpHeaders', 'io.netty.handler.codec.http.DefaultFullHttpResponse', 'io.netty.handler.codec.http.DefaultHttpResponse', 'io.netty.handler.codec.http'];
const UNDERTOW = ['io.undertow.Undertow', 'io.undertow.server.HttpServerExchange', 'io.undertow.server.HttpHandler', 'io.undertow'];
/** Calls that switch the check of names and values of headers off. */
const UNCHECKED_HEADERS = ['DefaultHttpHeaders', 'DefaultHttpResponse', 'DefaultFullHttpResponse'].map((name) => `${name}(false)`);
/** Say which fields a request may set. */
const BOUND_FIELDS = ['WebDataBinder.setAllowedFields', 'WebDataBinder.setDisallowedFields', 'DataBinder.setAllowedFields'];

/** Servers beside Servlets and Spring MVC: JAX-RS, WebFlux, Vert.x, Javalin, Spark, Micronaut, Play, the JDK, functions of clouds. */
export const javaServers: FlowRows = {
  aliases: {
    'ServerWebExchange.getRequest()': 'ServerHttpRequest',
    'RoutingContext.request()': 'HttpServerRequest',
    'RoutingContext.response()': 'HttpServerResponse',
    'ContainerRequestContext.getUriInfo()': 'UriInfo',
    ...chained('HttpServerResponse', ['putHeader', 'setStatusCode', 'setChunked', 'setStatusMessage']),
    'ServerResponse.ok()': 'BodyBuilder',
    'ServerResponse.status()': 'BodyBuilder',
    'ServerResponse.badRequest()': 'BodyBuilder',
    'Javalin.create()': 'Javalin',
    'Javalin.start()': 'Javalin',
    APIGatewayV2HTTPEvent: 'APIGatewayProxyRequestEvent',
    'ServerSocket.accept()': 'Socket',
    'ResponseEntity.ok()': 'BodyBuilder',
    'ResponseEntity.status()': 'BodyBuilder',
    ...Object.fromEntries(['badRequest', 'internalServerError', 'accepted', 'created', 'unprocessableEntity'].map((name) => [`ResponseEntity.${name}()`, 'BodyBuilder'])),
    ...chained('BodyBuilder', ['contentType', 'header', 'headers', 'cacheControl']),
    'Response.status()': 'ResponseBuilder',
    ...Object.fromEntries(['ok', 'serverError', 'created', 'accepted', 'notAcceptable', 'fromResponse'].map((name) => [`Response.${name}()`, 'ResponseBuilder'])),
    ...chained('ResponseBuilder', ['type', 'header', 'status']),
  },
  sources: {
    ...labelled('query of the request', [...gives('UriInfo', ['getQueryParameters', 'getRequestUri', 'getAbsolutePath']), ...gives('ServerHttpRequest', ['getQueryParams', 'getURI']), ...gives('ServerRequest', ['queryParam', 'queryParams', 'uri'])]),
    ...labelled('part of the path of the request', [...gives('UriInfo', ['getPathParameters', 'getPath']), ...gives('ServerRequest', ['pathVariable', 'pathVariables', 'path']), ...gives('RoutingContext', ['pathParam', 'pathParams'])]),
    ...labelled('header of the request', [...gives('HttpHeaders', ['getHeaderString', 'getRequestHeader', 'getRequestHeaders', 'getCookies']), 'ContainerRequestContext.getHeaderString()', 'ServerHttpRequest.getHeaders()', 'ServerHttpRequest.getCookies()', 'ServerRequest.headers()', 'ServerRequest.cookies()']),
    ...labelled('body of the request', ['ServerHttpRequest.getBody()', ...gives('ServerRequest', ['bodyToMono', 'bodyToFlux', 'formData', 'body']), 'ServerWebExchange.getFormData()', 'ServerWebExchange.getMultipartData()', 'ContainerRequestContext.getEntityStream()']),
    ...labelled('query of the request', [...gives('RoutingContext', ['queryParam', 'queryParams']), ...gives('HttpServerRequest', ['getParam', 'params', 'query', 'uri', 'path', 'absoluteURI'])]),
    ...labelled('header of the request', [...gives('HttpServerRequest', ['getHeader', 'headers', 'getCookie', 'cookies']), 'RoutingContext.getCookie()']),
    ...labelled('body of the request', [...gives('HttpServerRequest', ['getFormAttribute', 'formAttributes']), ...gives('RoutingContext', ['getBodyAsString', 'getBodyAsJson', 'getBody', 'body', 'fileUploads'])]),
    ...labelled('query of the request', [...gives('Context', ['queryParam', 'queryParams', 'queryParamMap', 'queryString', 'queryParamAsClass'])]),
    ...labelled('part of the path of the request', [...gives('Context', ['pathParam', 'pathParamMap'])]),
    ...labelled('body of the request', [...gives('Context', ['formParam', 'formParams', 'formParamMap', 'bodyAsClass', 'bodyAsBytes', 'bodyStreamAsClass', 'uploadedFile', 'uploadedFiles'])]),
    ...labelled('query of the request', gives('SparkRequest', ['queryParams', 'queryParamsValues', 'queryMap', 'queryString', 'url', 'uri'])),
    ...labelled('part of the path of the request', gives('SparkRequest', ['params', 'splat', 'pathInfo'])),
    ...labelled('body of the request', gives('SparkRequest', ['body', 'bodyAsBytes'])),
    ...labelled('header of the request', gives('SparkRequest', ['headers', 'cookie', 'cookies'])),
    ...labelled('query of the request', ['HttpRequest.getParameters()', 'FullHttpRequest.uri()', 'QueryStringDecoder.parameters()', 'HttpExchange.getRequestURI()']),
    ...labelled('body of the request', ['HttpExchange.getRequestBody()', 'HttpServerExchange.getInputStream()']),
    ...labelled('query of the request', gives('HttpServerExchange', ['getQueryParameters', 'getQueryString', 'getRequestURI', 'getRequestPath', 'getRelativePath', 'getPathParameters'])),
    ...labelled('header of the request', gives('HttpServerExchange', ['getRequestHeaders', 'getRequestCookies'])),
    ...labelled('header of the request', ['HttpExchange.getRequestHeaders()']),
    ...labelled('query of the request', gives('Http.Request', ['getQueryString', 'queryString', 'uri', 'path'])),
    ...labelled('body of the request', gives('Http.Request', ['body'])),
    ...labelled('header of the request', gives('Http.Request', ['header', 'getHeaders', 'cookie', 'cookies', 'getCookie'])),
    ...labelled('query of the request', [...gives('APIGatewayProxyRequestEvent', ['getQueryStringParameters', 'getMultiValueQueryStringParameters', 'getRawQueryString', 'getPath'])]),
    ...labelled('part of the path of the request', [...gives('APIGatewayProxyRequestEvent', ['getPathParameters'])]),
    ...labelled('body of the request', ['APIGatewayProxyRequestEvent.getBody()']),
    ...labelled('header of the request', ['APIGatewayProxyRequestEvent.getHeaders()']),
    ...labelled('argument of the query', ['DataFetchingEnvironment.getArgument()', 'DataFetchingEnvironment.getArguments()']),
    ...labelled('bytes from the network', ['Socket.getInputStream()', 'DatagramPacket.getData()']),
  },
  decoratedParameters: {
    RequestPart: 'part of the request',
    MatrixVariable: 'part of the path of the request',
    FormDataParam: 'form of the request',
    MultipartForm: 'form of the request',
    Argument: 'argument of the query',
    DestinationVariable: 'part of the destination of the message',
  },
  decorated: [
    { decorator: 'OnMessage', label: 'message of the web socket' },
    { decorator: 'MessageMapping', label: 'message of the web socket' },
  ],
  handlers: [
    ...['*.handler', '*.blockingHandler'].map((call) => ({ call, parameters: ['RoutingContext'], imports: VERTX })),
    ...['*.setHandler', '*.addExactPath', '*.addPrefixPath', ...VERBS.map((verb) => `RoutingHandler.${verb}`)].map((call) => ({ call, parameters: ['HttpServerExchange'], imports: UNDERTOW })),
    ...[...SPRING_ROUTES.map((name) => `*.${name}`), 'RouterFunctions.route'].map((call) => ({ call, parameters: ['ServerRequest'], imports: SPRING })),
    { call: '*.createContext', parameters: ['HttpExchange'], imports: ['com.sun.net.httpserver.HttpServer', 'com.sun.net.httpserver'] },
    ...VERBS.map((verb) => ({ call: `Javalin.${verb}`, parameters: ['Context'], imports: JAVALIN })),
    ...VERBS.flatMap((verb) => [`Spark.${verb}`, `*.${verb}`]).map((call) => ({ call, parameters: ['SparkRequest', 'SparkResponse'], imports: SPARK, ...(!/before|after/.test(call) && { answersPages: true as const }) })),
  ],
  controllers: [{ base: 'ConstraintValidator', label: 'value that a request brings to be validated', methods: ['isValid'], types: ['String', 'CharSequence', 'Object'] }],
  binding: [...[...MAPPINGS, ...MICRONAUT].map((decorator) => ({ decorator, label: 'parameter of the request' })), ...METHODS.map((decorator) => ({ decorator, label: 'body of the request' }))],
  sinks: [
    { assign: 'RedirectView.url', weakness: 'open-redirect', only: 'location' },
    ...redirect(['RedirectView.setUrl'], { only: 'location' }),
    ...redirect(['HttpServletResponse.setHeader', 'HttpServletResponse.addHeader', '*.putHeader', 'BodyBuilder.header', 'ResponseBuilder.header'], { arguments: [1], onlyWithFirst: 'location', only: 'location' }),
    ...redirect(
      [
        'HttpHeaders.setLocation',
        'BodyBuilder.location',
        'ResponseBuilder.location',
        'Response.seeOther',
        'Response.temporaryRedirect',
        'ServerResponse.seeOther',
        'ServerResponse.temporaryRedirect',
        'ServerResponse.permanentRedirect',
        'HttpResponse.redirect',
        'HttpResponse.seeOther',
        'HttpResponse.temporaryRedirect',
        'Context.redirect',
        'SparkResponse.redirect',
      ],
      { only: 'location' },
    ),
    ...redirect(['redirect', 'Results.redirect', 'temporaryRedirect', 'Results.temporaryRedirect'], { only: 'location', imports: PLAY }),
    ...sinks('header-injection', ['*.set', '*.add'], { arguments: [1], onlyCalled: UNCHECKED_HEADERS, imports: NETTY }),
    ...sinks('header-injection', ['Socket.getOutputStream().write', 'PrintWriter.print', 'PrintWriter.println', 'PrintWriter.write', '*.writeBytes'], { only: 'response-head' }),
    ...sinks('mass-assignment', ['*.save', '*.saveAndFlush', '*.saveAll', '*.persist', '*.merge', '*.update', '*.saveOrUpdate'], { only: 'entity', unlessCalled: BOUND_FIELDS, reservation: 'whether the entity has a field that not everybody may set' }),
    ...sinks('mass-assignment', ['BeanUtils.populate', 'BeanUtilsBean.populate', 'PropertyUtils.copyProperties'], { arguments: [1] }),
    ...redirect(['ExternalContext.redirect', 'HttpServletResponseWrapper.sendRedirect'], { only: 'location' }),
    ...markup(['ResponseEntity.ok', 'ResponseEntity', 'BodyBuilder.body', 'BodyBuilder.bodyValue', 'ResponseBuilder.entity', 'Response.ok', 'Context.result', 'HttpServerResponse.end', 'HttpServerResponse.write', 'HttpServerExchange.getResponseSender().send', 'HttpExchange.getResponseBody().write']),
    ...sinks('cross-site-scripting', ['Context.html']),
  ],
};
