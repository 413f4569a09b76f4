import { BODY, COOKIE, HEADER, MESSAGE, PART, QUERY } from '../labels';
import { FLOW_WEAKNESSES, type FlowRows } from '../rows';
import { aliases, below, labelled, sinks } from '../make';

const FORM = 'form of the request';
/** Content types in which a browser runs scripts. */
export const HTML_TYPES = ['text/html', 'text/html; charset=utf-8', 'text/html;charset=utf-8', 'text/html; charset=utf8', 'application/xhtml+xml', 'image/svg+xml'];

/** fasthttp, on which Fiber and others are built. */
export const fasthttp: FlowRows = {
  aliases: {
    ...aliases('fasthttp.RequestCtx', ['fiber.Ctx.Context()', 'fiber.Ctx.RequestCtx()']),
    ...aliases('fasthttp.Request', ['fasthttp.RequestCtx.Request', 'fasthttp.AcquireRequest()']),
    ...aliases('mime.multipart.FileHeader', ['fasthttp.RequestCtx.FormFile()']),
  },
  sources: {
    ...labelled(QUERY, below('fasthttp.RequestCtx', ['QueryArgs().Peek()', 'QueryArgs().PeekMulti()', 'QueryArgs().QueryString()', 'URI().QueryString()'])),
    ...labelled(FORM, below('fasthttp.RequestCtx', ['FormValue()', 'PostArgs().Peek()', 'PostArgs().PeekMulti()', 'MultipartForm()'])),
    ...labelled(BODY, [...below('fasthttp.RequestCtx', ['PostBody()', 'RequestBodyStream()']), ...below('fasthttp.RequestCtx.Request', ['Body()'])]),
    ...labelled(PART, below('fasthttp.RequestCtx', ['UserValue()'])),
    ...labelled('path of the request', below('fasthttp.RequestCtx', ['URI().Path()', 'URI().PathOriginal()'])),
    ...labelled(HEADER, [...below('fasthttp.Request', ['Header.Peek()', 'Header.Referer()', 'Header.UserAgent()']), ...below('fasthttp.RequestCtx', ['Referer()', 'UserAgent()'])]),
    ...labelled(COOKIE, below('fasthttp.Request', ['Header.Cookie()'])),
  },
  responseTypes: [{ call: 'fasthttp.RequestCtx.SetContentType', argument: 0 }],
  sinks: [
    // Without a content type, it sends plain text.
    ...sinks('cross-site-scripting', below('fasthttp.RequestCtx', ['WriteString', 'Write', 'SetBodyString', 'SetBody']), { only: 'markup' }),
    ...sinks('open-redirect', ['fasthttp.RequestCtx.Redirect'], { only: 'address' }),
    ...sinks('path-traversal', below('fasthttp.RequestCtx', ['SendFile', 'SendFileBytes'])),
    ...sinks('path-traversal', ['fasthttp.ServeFile', 'fasthttp.ServeFileUncompressed'], { arguments: [1] }),
    ...sinks('request-forgery', ['fasthttp.Get', 'fasthttp.GetTimeout', 'fasthttp.Post', ...below('fasthttp.Client', ['Get', 'GetTimeout', 'Post'])], { arguments: [1], only: 'address' }),
    ...sinks('request-forgery', ['fasthttp.Request.SetRequestURI'], { only: 'address' }),
  ],
};

/** Iris. */
export const iris: FlowRows = {
  aliases: {
    ...aliases('net.http.Request', ['iris.Context.Request()']),
    ...aliases('net.http.ResponseWriter', ['iris.Context.ResponseWriter()']),
    ...aliases('mime.multipart.FileHeader', ['iris.Context.FormFile()']),
  },
  sources: {
    ...labelled(QUERY, below('iris.Context', ['URLParam()', 'URLParamDefault()', 'URLParams()', 'URLParamTrim()', 'ReadQuery()', 'URLParamSlice()'])),
    ...labelled(FORM, below('iris.Context', ['FormValue()', 'FormValueDefault()', 'FormValues()', 'PostValue()', 'PostValueTrim()', 'PostValueDefault()', 'ReadForm()'])),
    ...labelled(BODY, below('iris.Context', ['ReadJSON()', 'ReadXML()', 'ReadYAML()', 'ReadBody()', 'GetBody()'])),
    ...labelled(PART, below('iris.Context', ['Params().Get()', 'Params().GetString()', 'Params().GetTrim()', 'Params().GetDefault()', 'ReadParams()'])),
    ...labelled(HEADER, below('iris.Context', ['GetHeader()', 'ReadHeaders()'])),
    ...labelled(COOKIE, below('iris.Context', ['GetCookie()'])),
  },
  responseTypes: [{ call: 'iris.Context.ContentType', argument: 0 }],
  sinks: [...sinks('cross-site-scripting', below('iris.Context', ['HTML', 'WriteString', 'Writef', 'Write']), { arguments: [0, 1, 2, 3] }), ...sinks('open-redirect', ['iris.Context.Redirect'], { only: 'address' }), ...sinks('path-traversal', below('iris.Context', ['SendFile', 'ServeFile', 'SendFileWithRate']))],
};

/** Macaron and its successor Flamego. */
export const macaron: FlowRows = {
  aliases: {
    ...aliases('macaron.Context', ['flamego.Context']),
    ...aliases('net.http.Request', ['macaron.Context.Req', 'macaron.Request', 'flamego.Request']),
    ...aliases('net.http.ResponseWriter', ['macaron.Context.Resp']),
    ...aliases('mime.multipart.FileHeader', ['macaron.Context.GetFile()']),
  },
  sources: {
    ...labelled(QUERY, below('macaron.Context', ['Query()', 'QueryTrim()', 'QueryStrings()', 'QueryEscape()'])),
    ...labelled(PART, below('macaron.Context', ['Params()', 'Param()', 'AllParams()'])),
    ...labelled(COOKIE, below('macaron.Context', ['GetCookie()'])),
  },
  sinks: [...sinks('open-redirect', ['macaron.Context.Redirect'], { only: 'address' }), ...sinks('path-traversal', ['macaron.Context.ServeFile', 'macaron.Context.ServeFileContent'])],
};

/** Beego: a controller of the program holds one of the framework. */
export const beego: FlowRows = {
  aliases: {
    ...aliases('web.Controller', ['beego.Controller']),
    ...aliases('beego.Input', ['web.Controller.Ctx.Input', 'context.Context.Input', 'web.Controller.Input']),
    ...aliases('beego.Output', ['web.Controller.Ctx', 'context.Context']),
    ...aliases('net.http.Request', ['web.Controller.Ctx.Request', 'context.Context.Request']),
    ...aliases('net.http.ResponseWriter', ['web.Controller.Ctx.ResponseWriter', 'context.Context.ResponseWriter']),
    'beego.Output.Input': 'beego.Input',
    'beego.Output.Request': 'net.http.Request',
    'beego.Output.ResponseWriter': 'net.http.ResponseWriter',
  },
  sources: {
    ...labelled('parameter of the request', [...below('web.Controller', ['GetString()', 'GetStrings()', 'ParseForm()']), ...below('beego.Input', ['Query()', 'Bind()']), 'beego.Input()']),
    ...labelled(BODY, ['beego.Input.RequestBody', 'beego.Input.CopyBody()', ...below('web.Controller', ['BindJSON()', 'BindXML()', 'BindForm()', 'Bind()'])]),
    ...labelled(PART, ['beego.Input.Param()', 'beego.Input.Params()']),
    ...labelled(HEADER, ['beego.Input.Header()', 'beego.Input.UserAgent()']),
    ...labelled(COOKIE, ['beego.Input.Cookie()']),
  },
  sinks: [
    ...sinks('cross-site-scripting', ['beego.Output.WriteString', 'beego.Output.Output.Body']),
    ...sinks('open-redirect', ['web.Controller.Redirect'], { only: 'address' }),
    ...sinks('open-redirect', ['beego.Output.Redirect'], { arguments: [1], only: 'address' }),
    ...sinks('path-traversal', ['web.Controller.SaveToFile'], { arguments: [1] }),
    ...sinks('path-traversal', ['beego.Output.Output.Download']),
  ],
};

/** Revel, Hertz, go-restful, and the routers and decoders beside Go's own server. */
export const goRouters: FlowRows = {
  aliases: {
    ...aliases('net.http.Request', ['restful.Request.Request']),
    ...aliases('net.http.ResponseWriter', ['restful.Response.ResponseWriter', 'restful.Response']),
    ...aliases('httprouter.Params', ['httprouter.ParamsFromContext()', 'gin.Context.Params', 'gin.Params']),
    ...aliases('mime.multipart.FileHeader', ['net.http.Request.FormFile().1', 'gin.Context.FormFile()', 'echo.Context.FormFile()', 'fiber.Ctx.FormFile()', 'app.RequestContext.FormFile()']),
    ...aliases('mime.multipart.Form', ['net.http.Request.MultipartForm', 'gin.Context.MultipartForm()', 'echo.Context.MultipartForm()', 'fiber.Ctx.MultipartForm()']),
    ...aliases('mime.multipart.Part', ['net.http.Request.MultipartReader().NextPart()', 'mime.multipart.Reader.NextPart()', 'net.http.Request.MultipartReader().NextRawPart()']),
  },
  sources: {
    ...labelled('parameter of the request', [...below('revel.Controller.Params', ['Get()', 'Query.Get()', 'Form.Get()', 'Route.Get()', 'Values.Get()', 'BindJSON()']), 'restful.Request.BodyParameter()']),
    ...labelled(QUERY, [...below('app.RequestContext', ['Query()', 'DefaultQuery()', 'GetQuery()', 'QueryArgs()', 'BindQuery()']), ...below('restful.Request', ['QueryParameter()', 'QueryParameters()'])]),
    ...labelled(FORM, below('app.RequestContext', ['PostForm()', 'DefaultPostForm()', 'GetPostForm()', 'FormValue()', 'BindForm()'])),
    ...labelled(PART, ['app.RequestContext.Param()', 'restful.Request.PathParameter()', 'restful.Request.PathParameters()', 'httprouter.Params.ByName()', 'mux.Vars()', 'chi.URLParamFromCtx()', 'bone.GetValue()', 'pat.Param()', 'way.Param()']),
    ...labelled(BODY, [...below('app.RequestContext', ['BindAndValidate()', 'Bind()', 'BindJSON()', 'Body()', 'RawBody()']), 'restful.Request.ReadEntity()', 'render.Bind()', 'render.DecodeJSON()', 'net.http.Request.MultipartReader()']),
    ...labelled(HEADER, ['restful.Request.HeaderParameter()', 'app.RequestContext.GetHeader()', 'net.http.Request.BasicAuth()', 'net.http.Request.Host']),
    ...labelled(COOKIE, ['app.RequestContext.Cookie()']),
    ...labelled('name of an uploaded file', ['mime.multipart.FileHeader.Filename', 'mime.multipart.Form.File', 'mime.multipart.Part.FileName()']),
    ...labelled(FORM, ['mime.multipart.Form.Value', 'mime.multipart.Part.FormName()']),
  },
  harmless: [
    { paths: ['net.http.Request.BasicAuth()'], weaknesses: ['cross-site-scripting'] },
    // Since Go 1.17 both give the last part of what the client says, without folders.
    { paths: ['mime.multipart.FileHeader.Filename', 'mime.multipart.Form.File', 'mime.multipart.Part.FileName()'], weaknesses: ['path-traversal'] },
    // A server that is reached under any name compares it nowhere: most redirects to the own host are made of it.
    { paths: ['net.http.Request.Host'], weaknesses: ['cross-site-scripting', 'open-redirect', 'request-forgery', 'path-traversal'] },
  ],
  sinks: [
    ...sinks('cross-site-scripting', ['app.RequestContext.Data'], { arguments: [2], onlyWithFirst: HTML_TYPES }),
    ...sinks('open-redirect', ['app.RequestContext.Redirect'], { arguments: [1], only: 'address' }),
    ...sinks('path-traversal', ['app.RequestContext.File', 'app.RequestContext.FileAttachment']),
    ...sinks('path-traversal', ['app.RequestContext.SaveUploadedFile'], { arguments: [1] }),
    ...sinks('open-redirect', ['revel.Controller.Redirect'], { only: 'address' }),
    ...sinks('path-traversal', ['revel.Controller.RenderFileName']),
  ],
};

const GATEWAYS = ['APIGatewayProxyRequest', 'APIGatewayV2HTTPRequest', 'ALBTargetGroupRequest', 'LambdaFunctionURLRequest'].map((name) => `events.${name}`);

/** Functions of clouds, sockets and queues. */
export const goMessages: FlowRows = {
  aliases: {
    ...aliases('websocket.Conn', ['websocket.Upgrader.Upgrade()', 'websocket.Accept()', 'websocket.Upgrade()']),
    ...aliases('metadata.MD', ['metadata.FromIncomingContext()']),
  },
  sources: {
    ...labelled(
      QUERY,
      GATEWAYS.flatMap((type) => below(type, ['QueryStringParameters', 'MultiValueQueryStringParameters', 'RawQueryString'])),
    ),
    ...labelled(
      PART,
      GATEWAYS.map((type) => `${type}.PathParameters`),
    ),
    ...labelled(
      BODY,
      GATEWAYS.map((type) => `${type}.Body`),
    ),
    ...labelled(
      HEADER,
      GATEWAYS.flatMap((type) => below(type, ['Headers', 'MultiValueHeaders'])),
    ),
    ...labelled(MESSAGE, below('websocket.Conn', ['ReadMessage()', 'ReadJSON()', 'Read()', 'NextReader()', 'Reader()'])),
    ...labelled(MESSAGE, ['wsjson.Read()', 'wsutil.ReadClientData()', 'wsutil.ReadClientText()']),
    ...labelled(HEADER, ['metadata.MD.Get()', 'metadata.ValueFromIncomingContext()']),
    ...labelled(MESSAGE, ['connect.Request.Msg']),
  },
  harmless: [{ paths: below('websocket.Conn', ['ReadMessage()', 'ReadJSON()', 'Read()', 'NextReader()', 'Reader()']), weaknesses: FLOW_WEAKNESSES.filter((name) => name === 'open-redirect' || name === 'cross-site-scripting') }],
  // A page of any site may open a socket, with the cookies of its visitor.
  settings: [{ call: 'websocket.Upgrader', weakness: 'any-origin', argument: ['CheckOrigin'], answer: true, is: [true], severity: 'low' }],
};
