import type { FlowRows, FlowWeakness, SinkRow } from '../rows';

const sinks = (weakness: FlowWeakness, calls: readonly string[], rest: Partial<SinkRow> = {}): SinkRow[] => calls.map((call) => ({ call, weakness, ...rest }));
const below = (prefix: string, names: readonly string[]): string[] => names.map((name) => `${prefix}.${name}`);
const labelled = (label: string, paths: readonly string[]): Record<string, string> => Object.fromEntries(paths.map((path) => [path, label]));

const BINDING = ['Bind()', 'BindJSON()', 'BindQuery()', 'BindUri()', 'ShouldBind()', 'ShouldBindJSON()', 'ShouldBindQuery()', 'ShouldBindUri()', 'ShouldBindWith()', 'BodyParser()', 'QueryParser()'];

/** Gin. */
export const gin: FlowRows = {
  aliases: { 'gin.Context.Request': 'net.http.Request', 'gin.Context.Writer': 'net.http.ResponseWriter' },
  sources: {
    ...labelled('query of the request', below('gin.Context', ['Query()', 'DefaultQuery()', 'GetQuery()', 'QueryArray()', 'QueryMap()'])),
    ...labelled('form of the request', below('gin.Context', ['PostForm()', 'DefaultPostForm()', 'GetPostForm()', 'PostFormArray()'])),
    ...labelled('body of the request', below('gin.Context', [...BINDING, 'GetRawData()'])),
    'gin.Context.Param()': 'part of the path of the request',
    'gin.Context.GetHeader()': 'header of the request',
    'gin.Context.Cookie()': 'cookie of the request',
  },
  sinks: [
    ...sinks('open-redirect', ['gin.Context.Redirect'], { arguments: [1], only: 'address' }),
    ...sinks('path-traversal', ['gin.Context.File', 'gin.Context.FileAttachment']),
    ...sinks('path-traversal', ['gin.Context.SaveUploadedFile'], { arguments: [1] }),
    ...sinks('cross-site-scripting', ['gin.Context.Data'], { arguments: [2], onlyWithFirst: 'text/html' }),
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
    ...sinks('open-redirect', ['echo.Context.Redirect'], { arguments: [1], only: 'address' }),
    ...sinks('path-traversal', ['echo.Context.File', 'echo.Context.Attachment', 'echo.Context.Inline']),
  ],
};

/** Fiber. */
export const fiber: FlowRows = {
  sources: {
    ...labelled('query of the request', below('fiber.Ctx', ['Query()', 'Queries()', 'QueryParser()'])),
    ...labelled('form of the request', below('fiber.Ctx', ['FormValue()'])),
    ...labelled('body of the request', below('fiber.Ctx', ['Body()', 'BodyRaw()', 'BodyParser()'])),
    ...labelled('part of the path of the request', below('fiber.Ctx', ['Params()', 'AllParams()'])),
    'fiber.Ctx.Get()': 'header of the request',
    'fiber.Ctx.Cookies()': 'cookie of the request',
  },
  sinks: [...sinks('open-redirect', ['fiber.Ctx.Redirect'], { only: 'address' }), ...sinks('path-traversal', ['fiber.Ctx.SendFile', 'fiber.Ctx.Download']), ...sinks('path-traversal', ['fiber.Ctx.SaveFile'], { arguments: [1] })],
};

/** Routers that take parts of a path, GORM, and further clients. */
export const goLibraries: FlowRows = {
  aliases: { 'gorm.Open()': 'gorm.DB', 'gorm.DB.Model()': 'gorm.DB', 'gorm.DB.Table()': 'gorm.DB', 'gorm.DB.WithContext()': 'gorm.DB', 'resty.New()': 'resty.Client', 'resty.Client.R()': 'resty.Request' },
  sources: {
    'chi.URLParam()': 'part of the path of the request',
    'mux.Vars()': 'part of the path of the request',
    'httprouter.Params.ByName()': 'part of the path of the request',
  },
  sinks: [
    ...sinks('sql-injection', below('gorm.DB', ['Raw', 'Exec', 'Where', 'Or', 'Not', 'Order', 'Group', 'Having', 'Select', 'Joins', 'Pluck']), { only: 'text' }),
    ...sinks('sql-injection', ['*.Raw', '*.Where'], { only: 'sql-text' }),
    ...sinks('request-forgery', below('resty.Request', ['Get', 'Post', 'Put', 'Delete', 'Head']), { only: 'address' }),
    ...sinks('ldap-injection', ['ldap.NewSearchRequest'], { arguments: [6, 7] }),
    ...sinks('xpath-injection', ['xpath.Compile', 'xmlpath.Compile']),
    ...sinks('xpath-injection', ['xmlquery.Find', 'xmlquery.FindOne', 'xmlquery.QueryAll'], { arguments: [1] }),
  ],
};
