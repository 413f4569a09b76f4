import type { FlowRows } from '../rows';
import { aliases, below, chained, safe, sinks } from '../make';

const VERBS = ['Get', 'Post', 'Put', 'Patch', 'Delete', 'Head', 'Options', 'Execute', 'Send'];
const RESTY_CHAIN = ['SetBody', 'SetHeader', 'SetHeaders', 'SetQueryParam', 'SetQueryParams', 'SetResult', 'SetError', 'SetAuthToken', 'SetBasicAuth', 'SetContext', 'SetFormData', 'SetFile', 'SetOutput', 'SetPathParam', 'SetPathParams', 'SetCookie', 'EnableTrace', 'SetDoNotParseResponse', 'ForceContentType'];
const REQ_CHAIN = ['SetBody', 'SetBodyJsonMarshal', 'SetHeader', 'SetHeaders', 'SetQueryParam', 'SetQueryParams', 'SetResult', 'SetSuccessResult', 'SetBearerAuthToken', 'SetContext', 'SetFormData', 'SetPathParam'];
const CLIENT_CHAIN = ['SetTimeout', 'SetHeader', 'SetHeaders', 'SetRetryCount', 'SetCommonHeader', 'SetUserAgent', 'SetAuthToken', 'SetDebug'];

/** Clients of HTTP and of sockets beside that of Go itself. */
export const goClients: FlowRows = {
  aliases: {
    ...aliases('resty.Client', ['resty.New()', 'resty.NewWithClient()']),
    ...chained('resty.Client', CLIENT_CHAIN),
    ...aliases('resty.Request', ['resty.Client.R()', 'resty.Client.NewRequest()', 'resty.R()']),
    ...chained('resty.Request', RESTY_CHAIN),
    ...aliases('req.Client', ['req.C()', 'req.NewClient()', 'req.DefaultClient()']),
    ...chained('req.Client', CLIENT_CHAIN),
    ...aliases('req.Request', ['req.Client.R()', 'req.R()', 'req.NewRequest()']),
    ...chained('req.Request', REQ_CHAIN),
    ...aliases('retryablehttp.Client', ['retryablehttp.NewClient()']),
    ...aliases('gorequest.Agent', ['gorequest.New()', 'gorequest.SuperAgent']),
    ...chained('gorequest.Agent', ['Timeout', 'Set', 'TLSClientConfig', 'Proxy', 'SetDebug', 'Clone']),
    ...aliases('websocket.Dialer', ['websocket.DefaultDialer']),
    'net.http.Client.StandardClient()': 'net.http.Client',
    'retryablehttp.Client.StandardClient()': 'net.http.Client',
  },
  sinks: [
    ...sinks('request-forgery', below('resty.Request', VERBS), { only: 'address' }),
    ...sinks('request-forgery', ['resty.Request.Execute'], { arguments: [1], only: 'address' }),
    ...sinks('request-forgery', ['resty.Client.SetBaseURL', 'resty.Client.SetHostURL', 'req.Client.SetBaseURL'], { only: 'address' }),
    ...sinks('request-forgery', [...below('req.Request', VERBS), ...below('req.Client', VERBS), ...['Get', 'Post', 'Put', 'Patch', 'Delete', 'Head', 'MustGet', 'MustPost'].map((name) => `req.${name}`)], { only: 'address' }),
    ...sinks(
      'request-forgery',
      ['Get', 'Head', 'Post', 'PostForm'].flatMap((name) => [`retryablehttp.${name}`, `retryablehttp.Client.${name}`]),
      { only: 'address' },
    ),
    ...sinks('request-forgery', ['retryablehttp.NewRequest'], { arguments: [1], only: 'address' }),
    ...sinks('request-forgery', ['retryablehttp.NewRequestWithContext'], { arguments: [2], only: 'address' }),
    ...sinks('request-forgery', below('gorequest.Agent', ['Get', 'Post', 'Put', 'Patch', 'Delete', 'Head']), { only: 'address' }),
    ...sinks('request-forgery', ['sling.New().Get', 'sling.New().Post', 'sling.New().Base', 'sling.Sling.Get', 'sling.Sling.Post', 'sling.Sling.Base', 'grequests.Get', 'grequests.Post', 'heimdall.Client.Get', 'httpclient.Client.Get', 'requests.URL'], { only: 'address' }),
    ...sinks('request-forgery', ['websocket.Dialer.Dial', 'colly.Collector.Visit', 'goquery.NewDocument'], { only: 'address' }),
    ...sinks('request-forgery', ['websocket.Dialer.DialContext', 'websocket.Dial'], { arguments: [1], only: 'address' }),
    ...sinks('request-forgery', ['htmlquery.LoadURL', 'xmlquery.LoadURL', 'jsonquery.LoadURL', 'gofeed.Parser.ParseURL', 'gofeed.NewParser().ParseURL', 'chromedp.Navigate'], { only: 'address' }),
    ...sinks('request-forgery', ['gofeed.Parser.ParseURLWithContext', 'gofeed.NewParser().ParseURLWithContext'], { only: 'address' }),
    ...sinks('request-forgery', ['getter.Get', 'getter.GetFile', 'getter.GetAny'], { arguments: [1], only: 'address' }),
  ],
};

const LDAP = ['ldap.NewSearchRequest', 'ldap.SearchRequest'];
const XML_QUERIES = ['Find', 'FindOne', 'QueryAll', 'Query', 'FindEach', 'QuerySelector'];

/** Directories, documents, and files behind an interface. */
export const goDocuments: FlowRows = {
  aliases: {
    ...aliases('etree.Element', ['etree.Document', 'etree.NewDocument()', 'etree.Document.Root()', 'etree.Element.Root()', 'etree.Element.SelectElement()']),
    ...aliases('afero.OsFs', ['afero.NewOsFs()']),
    'os.OpenRoot()': 'os.Root',
  },
  sinks: [
    ...sinks('ldap-injection', LDAP, { arguments: [0, 6, 'Filter', 'BaseDN'] }),
    ...sinks('ldap-injection', ['ldap.CompileFilter', 'ldap.NewDelRequest', 'ldap.NewModifyRequest', 'ldap.NewAddRequest']),
    ...sinks('xpath-injection', ['xpath.Compile', 'xpath.MustCompile', 'xpath.Select', 'xmlpath.Compile', 'xmlpath.MustCompile', 'etree.CompilePath', 'etree.MustCompilePath']),
    ...sinks('xpath-injection', below('etree.Element', ['FindElement', 'FindElements'])),
    ...sinks(
      'xpath-injection',
      ['xmlquery', 'htmlquery', 'jsonquery'].flatMap((name) => below(name, XML_QUERIES)),
      { arguments: [1] },
    ),
    ...sinks('xml-external-entities', ['libxml2.Parse', 'libxml2.ParseString', 'libxml2.ParseReader'], { onlyWithFlag: ['parser.XMLParseNoEnt', 'parser.XMLParseDTDLoad'] }),
    ...sinks(
      'path-traversal',
      ['ReadFile', 'WriteFile', 'ReadDir', 'ReadAll', 'Walk', 'TempFile'].map((name) => `afero.${name}`),
      { arguments: [1], onlyWithFlag: ['afero.OsFs'] },
    ),
    ...sinks('path-traversal', below('afero.OsFs', ['Open', 'OpenFile', 'Create', 'Remove', 'RemoveAll', 'Mkdir', 'MkdirAll', 'Rename'])),
    ...sinks('path-traversal', ['excelize.OpenFile', 'imaging.Open', 'gg.LoadImage', 'viper.SetConfigFile', 'godotenv.Load', 'toml.DecodeFile', 'ini.Load', 'archiver.Unarchive']),
  ],
  sanitizers: safe(['ldap-injection'], ['ldap.EscapeFilter', 'ldap.EscapeDN']),
};

/** Languages within Go, and templates. */
export const goScripts: FlowRows = {
  aliases: {
    ...aliases('otto.Otto', ['otto.New()']),
    ...aliases('goja.Runtime', ['goja.New()']),
    ...aliases('lua.LState', ['gopher-lua.NewState()', 'gopher-lua.LState', 'lua.NewState()']),
    ...aliases('interp.Interpreter', ['interp.New()']),
    ...aliases('tengo.Script', ['tengo.NewScript()']),
  },
  sinks: [
    ...sinks('code-injection', [...below('otto.Otto', ['Run', 'Eval', 'Compile', 'Call']), ...below('goja.Runtime', ['RunString', 'RunProgram']), 'goja.Compile', ...below('lua.LState', ['DoString', 'LoadString', 'DoFile'])]),
    ...sinks('code-injection', ['goja.Runtime.RunScript', 'goja.Compile', 'otto.Otto.Compile'], { arguments: [1] }),
    ...sinks('code-injection', ['interp.Interpreter.Eval', 'v8go.Context.RunScript']),
    // A filter of gojq has no way out of the value that it gets.
    ...sinks('code-injection', ['govaluate.NewEvaluableExpression', 'govaluate.NewEvaluableExpressionWithFunctions', 'expr.Eval', 'expr.Compile', 'gval.Evaluate', 'gval.NewEvaluable', 'tengo.NewScript', 'starlark.Eval'], { reservation: 'the code reaches only what the program gives it' }),
    ...sinks('template-injection', ['pongo2.FromString', 'pongo2.FromBytes', 'pongo2.RenderTemplateString', 'raymond.Render', 'raymond.Parse', 'mustache.Render', 'mustache.ParseString', 'liquid.Engine.ParseAndRenderString', 'liquid.NewEngine().ParseAndRenderString', 'template.ParseString', 'fasttemplate.New']),
    ...sinks('path-traversal', ['pongo2.FromFile', 'pongo2.RenderTemplateFile', 'mustache.RenderFile', 'mustache.ParseFile', 'raymond.ParseFile']),
  ],
};
