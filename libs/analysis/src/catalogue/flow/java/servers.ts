import type { FlowRows, Path, SinkRow } from '../rows';

const labelled = (label: string, paths: readonly Path[]): Record<Path, string> => Object.fromEntries(paths.map((path) => [path, label]));
const below = (prefix: string, names: readonly string[]): Path[] => names.map((name) => `${prefix}.${name}()`);
const redirect = (calls: readonly Path[], rest: Partial<SinkRow> = {}): SinkRow[] => calls.map((call) => ({ call, weakness: 'open-redirect', ...rest }));
const markup = (calls: readonly Path[]): SinkRow[] => calls.map((call) => ({ call, weakness: 'cross-site-scripting', only: 'markup' }));

/** Annotations of methods that Spring calls, and those that JAX-RS calls with a body. */
const MAPPINGS = ['RequestMapping', 'GetMapping', 'PostMapping', 'PutMapping', 'PatchMapping', 'DeleteMapping', 'QueryMapping', 'MutationMapping'];
const METHODS = ['POST', 'PUT', 'PATCH'];

/** Routes of Javalin and Spark are methods of the application, or functions that a file imports. */
const VERBS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'before', 'after'];
const JAVALIN = ['io.javalin.Javalin', 'io.javalin.http.Context', 'io.javalin.http.Handler'];
const SPARK = ['spark.Request', 'spark.Spark', 'spark.Spark.get', 'spark.Spark.post', 'spark.Route', 'spark'];
const VERTX = ['io.vertx.ext.web.Router', 'io.vertx.ext.web.RoutingContext', 'io.vertx.ext.web'];

/** Servers beside Servlets and Spring MVC: JAX-RS, WebFlux, Vert.x, Javalin, Spark, Micronaut, the JDK, functions of clouds. */
export const javaServers: FlowRows = {
  aliases: {
    'ServerWebExchange.getRequest()': 'ServerHttpRequest',
    'RoutingContext.request()': 'HttpServerRequest',
    'RoutingContext.response()': 'HttpServerResponse',
    'ContainerRequestContext.getUriInfo()': 'UriInfo',
    ...Object.fromEntries(['putHeader', 'setStatusCode', 'setChunked', 'setStatusMessage'].map((name) => [`HttpServerResponse.${name}()`, 'HttpServerResponse'])),
    'ServerResponse.ok()': 'BodyBuilder',
    'ServerResponse.status()': 'BodyBuilder',
    'ServerResponse.badRequest()': 'BodyBuilder',
    'Javalin.create()': 'Javalin',
    'Javalin.start()': 'Javalin',
    APIGatewayV2HTTPEvent: 'APIGatewayProxyRequestEvent',
    'ServerSocket.accept()': 'Socket',
    'ResponseEntity.ok()': 'BodyBuilder',
    'ResponseEntity.status()': 'BodyBuilder',
    'ResponseEntity.badRequest()': 'BodyBuilder',
    ...Object.fromEntries(['contentType', 'header', 'headers', 'cacheControl'].map((name) => [`BodyBuilder.${name}()`, 'BodyBuilder'])),
    'Response.status()': 'ResponseBuilder',
    'Response.ok()': 'ResponseBuilder',
    ...Object.fromEntries(['type', 'header', 'status'].map((name) => [`ResponseBuilder.${name}()`, 'ResponseBuilder'])),
  },
  sources: {
    ...labelled('query of the request', [...below('UriInfo', ['getQueryParameters', 'getRequestUri', 'getAbsolutePath']), ...below('ServerHttpRequest', ['getQueryParams', 'getURI']), ...below('ServerRequest', ['queryParam', 'queryParams', 'uri'])]),
    ...labelled('part of the path of the request', [...below('UriInfo', ['getPathParameters', 'getPath']), ...below('ServerRequest', ['pathVariable', 'pathVariables', 'path']), ...below('RoutingContext', ['pathParam', 'pathParams'])]),
    ...labelled('header of the request', [...below('HttpHeaders', ['getHeaderString', 'getRequestHeader', 'getRequestHeaders', 'getCookies']), 'ContainerRequestContext.getHeaderString()', 'ServerHttpRequest.getHeaders()', 'ServerHttpRequest.getCookies()', 'ServerRequest.headers()', 'ServerRequest.cookies()']),
    ...labelled('body of the request', ['ServerHttpRequest.getBody()', ...below('ServerRequest', ['bodyToMono', 'bodyToFlux', 'formData', 'body']), 'ServerWebExchange.getFormData()', 'ServerWebExchange.getMultipartData()', 'ContainerRequestContext.getEntityStream()']),
    ...labelled('query of the request', [...below('RoutingContext', ['queryParam', 'queryParams']), ...below('HttpServerRequest', ['getParam', 'params', 'query', 'uri', 'path', 'absoluteURI'])]),
    ...labelled('header of the request', [...below('HttpServerRequest', ['getHeader', 'headers', 'getCookie', 'cookies']), 'RoutingContext.getCookie()']),
    ...labelled('body of the request', [...below('HttpServerRequest', ['getFormAttribute', 'formAttributes']), ...below('RoutingContext', ['getBodyAsString', 'getBodyAsJson', 'getBody', 'body', 'fileUploads'])]),
    ...labelled('query of the request', [...below('Context', ['queryParam', 'queryParams', 'queryParamMap', 'queryString', 'queryParamAsClass'])]),
    ...labelled('part of the path of the request', [...below('Context', ['pathParam', 'pathParamMap'])]),
    ...labelled('body of the request', [...below('Context', ['formParam', 'formParams', 'formParamMap', 'bodyAsClass', 'bodyAsBytes', 'bodyStreamAsClass', 'uploadedFile', 'uploadedFiles'])]),
    ...labelled('query of the request', below('SparkRequest', ['queryParams', 'queryParamsValues', 'queryMap', 'queryString', 'url', 'uri'])),
    ...labelled('part of the path of the request', below('SparkRequest', ['params', 'splat', 'pathInfo'])),
    ...labelled('body of the request', below('SparkRequest', ['body', 'bodyAsBytes'])),
    ...labelled('header of the request', below('SparkRequest', ['headers', 'cookie', 'cookies'])),
    ...labelled('query of the request', ['HttpRequest.getParameters()', 'FullHttpRequest.uri()', 'QueryStringDecoder.parameters()', 'HttpExchange.getRequestURI()']),
    ...labelled('body of the request', ['HttpExchange.getRequestBody()']),
    ...labelled('header of the request', ['HttpExchange.getRequestHeaders()']),
    ...labelled('query of the request', [...below('APIGatewayProxyRequestEvent', ['getQueryStringParameters', 'getMultiValueQueryStringParameters', 'getRawQueryString', 'getPath'])]),
    ...labelled('part of the path of the request', [...below('APIGatewayProxyRequestEvent', ['getPathParameters'])]),
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
    { call: '*.createContext', parameters: ['HttpExchange'], imports: ['com.sun.net.httpserver.HttpServer', 'com.sun.net.httpserver'] },
    ...VERBS.map((verb) => ({ call: `Javalin.${verb}`, parameters: ['Context'], imports: JAVALIN })),
    ...VERBS.flatMap((verb) => [`Spark.${verb}`, `*.${verb}`]).map((call) => ({ call, parameters: ['SparkRequest', 'SparkResponse'], imports: SPARK })),
  ],
  binding: [...MAPPINGS.map((decorator) => ({ decorator, label: 'parameter of the request' })), ...METHODS.map((decorator) => ({ decorator, label: 'body of the request' }))],
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
    ...redirect(['ExternalContext.redirect', 'HttpServletResponseWrapper.sendRedirect'], { only: 'location' }),
    ...markup(['ResponseEntity.ok', 'ResponseEntity', 'BodyBuilder.body', 'BodyBuilder.bodyValue', 'ResponseBuilder.entity', 'Response.ok', 'Context.html', 'HttpServerResponse.end', 'HttpServerResponse.write']),
  ],
};
