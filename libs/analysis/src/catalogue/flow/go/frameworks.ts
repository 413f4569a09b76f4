import type { FlowRows } from '../rows';
import { below, chained, labelled, sinks } from '../make';
import { HTML_TYPES } from './web';

const BOUND = ['', 'JSON', 'XML', 'YAML', 'TOML', 'Query', 'Uri', 'Header', 'With', 'BodyWith', 'BodyWithJSON', 'Plain'];
const BINDING = [...BOUND.flatMap((name) => [`Bind${name}()`, `ShouldBind${name}()`, `MustBind${name}()`]), 'BodyParser()', 'QueryParser()'];

/** Gin. */
export const gin: FlowRows = {
  aliases: { 'gin.Context.Request': 'net.http.Request', 'gin.Context.Writer': 'net.http.ResponseWriter' },
  sources: {
    ...labelled('query of the request', below('gin.Context', ['Query()', 'DefaultQuery()', 'GetQuery()', 'QueryArray()', 'GetQueryArray()', 'QueryMap()', 'GetQueryMap()'])),
    ...labelled('form of the request', below('gin.Context', ['PostForm()', 'DefaultPostForm()', 'GetPostForm()', 'PostFormArray()', 'GetPostFormArray()', 'PostFormMap()', 'GetPostFormMap()'])),
    ...labelled('body of the request', below('gin.Context', [...BINDING, 'GetRawData()'])),
    'gin.Context.Param()': 'part of the path of the request',
    'gin.Context.GetHeader()': 'header of the request',
    'gin.Context.Cookie()': 'cookie of the request',
  },
  responseTypes: [{ call: 'gin.Context.Header', argument: 1, onlyWithFirst: 'content-type' }],
  sinks: [
    ...sinks('open-redirect', ['gin.Context.Header'], { arguments: [1], onlyWithFirst: 'location', only: 'address' }),
    ...sinks('open-redirect', ['gin.Context.Redirect'], { arguments: [1], only: 'address' }),
    ...sinks('path-traversal', ['gin.Context.File', 'gin.Context.FileAttachment']),
    ...sinks('path-traversal', ['gin.Context.SaveUploadedFile'], { arguments: [1] }),
    ...sinks('cross-site-scripting', ['gin.Context.Data'], { arguments: [2], onlyWithFirst: HTML_TYPES }),
  ],
};

/** Echo. */
export const echo: FlowRows = {
  sources: {
    ...labelled('query of the request', below('echo.Context', ['QueryParam()', 'QueryParams()', 'QueryString()'])),
    ...labelled('form of the request', below('echo.Context', ['FormValue()', 'FormParams()'])),
    ...labelled('part of the path of the request', below('echo.Context', ['Param()', 'ParamValues()'])),
    'echo.Context.Cookie()': 'cookie of the request',
    'echo.Context.Bind()': 'body of the request',
  },
  aliases: { 'echo.Context.Request()': 'net.http.Request', 'echo.Context.Response()': 'net.http.ResponseWriter' },
  sinks: [
    ...sinks('cross-site-scripting', ['echo.Context.HTML'], { arguments: [1] }),
    ...sinks('cross-site-scripting', ['echo.Context.HTMLBlob'], { arguments: [1] }),
    ...sinks('cross-site-scripting', ['echo.Context.Blob'], { arguments: [2], onlyWithFirst: HTML_TYPES }),
    ...sinks('open-redirect', ['echo.Context.Redirect'], { arguments: [1], only: 'address' }),
    ...sinks('path-traversal', ['echo.Context.File', 'echo.Context.Attachment', 'echo.Context.Inline']),
  ],
};

/** Fiber. */
export const fiber: FlowRows = {
  aliases: chained('fiber.Ctx', ['Type', 'Status', 'Set', 'Vary']),
  responseTypes: [
    { call: 'fiber.Ctx.Type', argument: 0 },
    { call: 'fiber.Ctx.Set', argument: 1, onlyWithFirst: 'content-type' },
  ],
  sources: {
    ...labelled('query of the request', below('fiber.Ctx', ['Query()', 'Queries()', 'QueryParser()'])),
    ...labelled('form of the request', below('fiber.Ctx', ['FormValue()'])),
    ...labelled('body of the request', below('fiber.Ctx', ['Body()', 'BodyRaw()', 'BodyParser()'])),
    ...labelled('part of the path of the request', below('fiber.Ctx', ['Params()', 'AllParams()', 'ParamsParser()'])),
    ...labelled('header of the request', below('fiber.Ctx', ['Get()', 'GetReqHeaders()', 'ReqHeaderParser()'])),
    ...labelled('cookie of the request', below('fiber.Ctx', ['Cookies()', 'CookieParser()'])),
  },
  sinks: [
    // Without a content type, it sends plain text.
    ...sinks('cross-site-scripting', below('fiber.Ctx', ['SendString', 'Send', 'Write', 'WriteString']), { only: 'markup' }),
    ...sinks('open-redirect', ['fiber.Ctx.Redirect', 'fiber.Ctx.Location', 'fiber.Ctx.Redirect().To'], { only: 'address' }),
    ...sinks('path-traversal', ['fiber.Ctx.SendFile', 'fiber.Ctx.Download']),
    ...sinks('path-traversal', ['fiber.Ctx.SaveFile'], { arguments: [1] }),
  ],
};

/** Methods of libraries whose type is not known: a text of SQL with input says what they are. */
export const goLibraries: FlowRows = {
  sources: { 'chi.URLParam()': 'part of the path of the request' },
  sinks: [
    ...sinks('sql-injection', ['*.Raw', '*.Where'], { only: 'sql-text' }),
    // Repositories of Git in the folders of a server.
    ...sinks('path-traversal', ['git-module.Open', 'git-module.Init', 'git.PlainOpen', 'git.PlainOpenWithOptions', 'git.PlainInit', 'git.PlainClone']),
  ],
};
