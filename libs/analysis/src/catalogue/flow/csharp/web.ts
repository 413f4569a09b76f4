import { PARAMETER } from '../labels';
import type { FlowRows } from '../rows';
import { aliases, assigned, below, labelled, safe, sinks } from '../make';

const REQUEST = 'HttpRequest';
const ANSWERS = ['Results', 'TypedResults'];
const HTML = ['text/html', 'text/html; charset=utf-8', 'text/html;charset=utf-8', 'application/xhtml+xml', 'image/svg+xml'];
const HANDLERS = ['MapGet', 'MapPost', 'MapPut', 'MapDelete', 'MapPatch', 'MapMethods', 'Map', 'MapFallback'];

/** ASP.NET Core: controllers, pages, minimal APIs and hubs, and the parts of the older ASP.NET with the same names. */
export const csharpWeb: FlowRows = {
  aliases: {
    ...aliases('ControllerBase', ['Controller', 'ApiController', 'PageModel', 'AsyncController', 'ODataController']),
    ...aliases(REQUEST, ['HttpRequestBase', 'HttpRequestData', 'HttpContext.Request', 'ControllerBase.Request', 'Page.Request', 'ViewComponent.Request', 'HttpListenerRequest', 'HttpListenerContext.Request']),
    ...aliases('HttpResponse', ['HttpResponseBase', 'HttpResponseData', 'HttpContext.Response', 'ControllerBase.Response', 'Page.Response', 'HttpListenerResponse', 'HttpListenerContext.Response']),
    ...aliases('HttpContext', ['HttpContextBase', 'ControllerBase.HttpContext', 'ControllerBase.Context', 'Page.Context', 'ViewComponent.HttpContext', 'IHttpContextAccessor.HttpContext', 'HttpContextAccessor.HttpContext', 'HttpContext.Current', 'Hub.Context.GetHttpContext()']),
    ...aliases('ISession', ['HttpContext.Session', 'ControllerBase.Session', 'Page.Session']),
    [`${REQUEST}.Form.Files`]: `${REQUEST}.Files`,
    'HttpContext.RequestServices': 'IServiceProvider',
  },
  sources: {
    ...labelled('query of the request', below(REQUEST, ['Query', 'QueryString'])),
    ...labelled('form of the request', below(REQUEST, ['Form', 'ReadFormAsync()', 'Unvalidated'])),
    ...labelled(PARAMETER, below(REQUEST, ['Params', 'Item', 'RouteValues', 'GetQueryNameValuePairs()'])),
    ...labelled('header of the request', below(REQUEST, ['Headers', 'UserAgent', 'UrlReferrer', 'GetTypedHeaders()', 'UserLanguages', 'ServerVariables'])),
    ...labelled('cookie of the request', below(REQUEST, ['Cookies'])),
    ...labelled('body of the request', below(REQUEST, ['Body', 'BodyReader', 'InputStream', 'ReadFromJsonAsync()', 'ReadAsStringAsync()', 'BinaryRead()', 'Content', 'GetBufferlessInputStream()'])),
    ...labelled('path of the request', below(REQUEST, ['Url', 'PathInfo', 'FilePath', 'GetDisplayUrl()', 'RequestUri'])),
    // As a text it is encoded; only its `Value` is not.
    ...labelled('encoded path of the request', below(REQUEST, ['Path', 'PathBase'])),
    ...labelled('address of the request', below(REQUEST, ['RawUrl', 'GetEncodedUrl()', 'GetEncodedPathAndQuery()'])),
    ...labelled('upload of the request', below(REQUEST, ['Files'])),
    'HttpContext.GetRouteValue()': PARAMETER,
    'IFormFile.FileName': 'name of an uploaded file',
    'HttpPostedFileBase.FileName': 'name of an uploaded file',
    'HttpPostedFile.FileName': 'name of an uploaded file',
    'IFormFile.OpenReadStream()': 'upload of the request',
    BindProperty: 'form of the request',
    FromQuery: 'query of the request',
    SupplyParameterFromQuery: 'query of the request',
    SupplyParameterFromForm: 'form of the request',
  },
  setByServer: {
    [`${REQUEST}.ServerVariables`]: 'APP_POOL_ID|APPL_(?:MD_PATH|PHYSICAL_PATH)|INSTANCE_(?:ID|META_PATH)|LOCAL_ADDR|SERVER_(?:PORT|PORT_SECURE|PROTOCOL|SOFTWARE)|REMOTE_(?:ADDR|PORT)|GATEWAY_INTERFACE|HTTPS',
    [`${REQUEST}.Url`]: 'Scheme|Port|IsDefaultPort|HostNameType|IsLoopback',
  },
  harmless: [
    // A browser does not let another site choose these.
    { paths: below(REQUEST, ['Headers', 'UserAgent', 'UrlReferrer', 'GetTypedHeaders()', 'UserLanguages', 'ServerVariables', 'Cookies']), weaknesses: ['cross-site-scripting', 'open-redirect'] },
    // The program chooses it; a request can only be below it or not.
    { paths: [`${REQUEST}.PathBase`], weaknesses: ['cross-site-scripting'] },
    // The path comes after the host and cannot leave the root folder.
    { paths: below(REQUEST, ['Path', 'RawUrl', 'Url', 'PathInfo', 'FilePath', 'GetDisplayUrl()', 'GetEncodedUrl()', 'GetEncodedPathAndQuery()', 'PathBase', 'RequestUri']), weaknesses: ['open-redirect', 'request-forgery', 'path-traversal'] },
  ],
  derived: [{ field: 'Value', of: 'encoded path of the request', label: 'path of the request', isWhole: true }],
  decoratedParameters: {
    FromQuery: 'query of the request',
    FromUri: 'query of the request',
    FromRoute: 'part of the path of the request',
    FromForm: 'form of the request',
    FromBody: 'body of the request',
    FromHeader: 'header of the request',
    AsParameters: PARAMETER,
  },
  controllers: [
    ...['ControllerBase', 'Hub'].map((base) => ({ base, unless: ['NonAction', 'ChildActionOnly'], label: PARAMETER })),
    { ending: 'Controller', unless: ['NonAction', 'ChildActionOnly'], label: PARAMETER },
    ...['ApiController', 'HttpGet', 'HttpPost', 'HttpPut', 'HttpDelete', 'HttpPatch', 'AcceptVerbs', 'WebMethod', 'OperationContract', 'Controller'].map((attribute) => ({ attribute, unless: ['NonAction'], label: PARAMETER })),
  ],
  // A lambda names the types of values; without types, it takes the context of the request.
  handlers: HANDLERS.map((name) => ({ call: `*.${name}`, parameters: [], label: PARAMETER, implicit: ['HttpContext'] })),
  responseTypes: [{ call: 'HttpResponse.ContentType', argument: 0 }],
  sinks: [
    ...sinks('cross-site-scripting', ['HttpResponse.Write', 'HttpResponse.WriteAsync', 'HttpResponse.Output.Write', 'HttpResponse.WriteString']),
    ...sinks('cross-site-scripting', ['HtmlString', 'MvcHtmlString', 'MvcHtmlString.Create', 'MarkupString', 'HtmlHelper.Raw', 'IHtmlHelper.Raw', 'ControllerBase.Html.Raw']),
    ...sinks('cross-site-scripting', ['*.AppendHtml', '*.SetHtmlContent']),
    ...HTML.flatMap((type) => sinks('cross-site-scripting', ['ControllerBase.Content', ...below('Results', ['Content', 'Text']), ...below('TypedResults', ['Content', 'Text'])], { onlyWithFirst: type })),
    // Without a content type, the older framework sends HTML.
    ...sinks('cross-site-scripting', ['ControllerBase.Content'], { imports: ['System.Web.Mvc'], only: 'text' }),
    ...sinks('open-redirect', ['HttpResponse.Redirect', 'HttpResponse.RedirectPermanent', ...below('ControllerBase', ['Redirect', 'RedirectPermanent', 'RedirectPreserveMethod', 'RedirectPermanentPreserveMethod']), ...below('*', ['Redirect', 'RedirectPermanent'])], { only: 'address' }),
    ...sinks('open-redirect', ['RedirectResult', ...ANSWERS.map((each) => `${each}.Redirect`)], { only: 'address' }),
    ...sinks('path-traversal', ['HttpResponse.TransmitFile', 'HttpResponse.WriteFile', 'HttpResponse.SendFileAsync', 'ControllerBase.PhysicalFile', 'PhysicalFileResult', 'FilePathResult']),
    ...sinks('trust-boundary', ['ISession.SetString'], { arguments: [1] }),
    ...assigned('cross-origin-access', ['HttpResponse.Headers.Access-Control-Allow-Origin']),
    ...sinks('cross-origin-access', ['HttpResponse.Headers.Add', 'HttpResponse.Headers.Append', 'HttpResponse.AddHeader', 'HttpResponse.AppendHeader'], { arguments: [1], onlyWithFirst: 'access-control-allow-origin' }),
  ],
  sanitizers: [
    ...safe(
      ['cross-site-scripting'],
      [
        'HttpUtility.HtmlEncode',
        'WebUtility.HtmlEncode',
        'HttpUtility.HtmlAttributeEncode',
        'HttpUtility.JavaScriptStringEncode',
        '*.HtmlEncode',
        'SecurityElement.Escape',
        'Encoder.HtmlEncode',
        'AntiXssEncoder.HtmlEncode',
        'Sanitizer.GetSafeHtmlFragment',
        'HtmlEncoder.Default.Encode',
        'JavaScriptEncoder.Default.Encode',
        'HtmlEncoder.Encode',
        'HtmlSanitizer.Sanitize',
      ],
    ),
    ...safe(['path-traversal', 'open-redirect', 'request-forgery', 'cross-site-scripting', 'header-injection'], ['HttpUtility.UrlEncode', 'WebUtility.UrlEncode', 'Uri.EscapeDataString', 'HttpUtility.UrlPathEncode', '*.UrlEncode', 'UrlEncoder.Default.Encode', 'UrlEncoder.Encode', 'QueryHelpers.AddQueryString']),
    // The values of an address of the program's own are encoded.
    ...safe(['open-redirect', 'cross-site-scripting'], ['*.Action', '*.RouteUrl', '*.GetUriByAction', '*.GetPathByAction', '*.GetPathByName', '*.GetUriByName', '*.GetPathByRouteValues', '*.GetPathByPage', '*.ActionLink']),
    ...safe(['cross-site-scripting'], ['*.ToUriComponent']),
  ],
};
