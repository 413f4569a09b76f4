import type { FlowRows, SinkRow } from '../rows';

const PRINT = ['print', 'println', 'write', 'printf', 'format', 'append'];
const MAPPINGS = ['RequestMapping', 'GetMapping', 'PostMapping', 'PutMapping', 'PatchMapping', 'DeleteMapping'];
const page = (writer: string): SinkRow[] => PRINT.map((name) => ({ call: `${writer}.${name}`, weakness: 'cross-site-scripting', arguments: [0, 1, 2, 3] }));

const MORE_ESCAPES = [
  ...['forXml', 'forXmlAttribute', 'forJavaScript', 'forJavaScriptBlock', 'forJavaScriptAttribute', 'forJavaScriptSource', 'forUriComponent', 'forHtmlUnquotedAttribute', 'forCssString'].map((name) => `Encode.${name}`),
  ...['escapeHtml3', 'escapeXml', 'escapeXml10', 'escapeXml11', 'escapeEcmaScript', 'escapeJavaScript'].map((name) => `StringEscapeUtils.${name}`),
  ...['JavaScriptUtils.javaScriptEscape', 'HtmlUtils.htmlEscapeDecimal', 'HtmlEscapers.htmlEscaper().escape', 'XmlEscapers.xmlContentEscaper().escape', '*.encodeForHTMLAttribute', '*.encodeForJavaScript', 'PolicyFactory.sanitize', 'Escape.htmlElementContent'],
];
const VIEWS = 'the name of a view is an expression for Thymeleaf before 3.0.12, and chooses a file for other engines';

/** Servlets and Spring MVC. */
export const javaWeb: FlowRows = {
  aliases: {
    'HttpServletResponse.getWriter()': 'ResponseWriter',
    'HttpServletResponse.getOutputStream()': 'ResponseWriter',
    ServletRequest: 'HttpServletRequest',
    ServletResponse: 'HttpServletResponse',
    NativeWebRequest: 'HttpServletRequest',
    WebRequest: 'HttpServletRequest',
  },
  sources: {
    'HttpServletRequest.getParameter()': 'parameter of the request',
    'HttpServletRequest.getParameterValues()': 'parameter of the request',
    'HttpServletRequest.getParameterMap()': 'parameters of the request',
    'HttpServletRequest.getParameterNames()': 'names of the request’s parameters',
    'HttpServletRequest.getHeader()': 'header of the request',
    'HttpServletRequest.getHeaders()': 'header of the request',
    'HttpServletRequest.getHeaderNames()': 'names of the request’s headers',
    'HttpServletRequest.getCookies()': 'cookies of the request',
    'HttpServletRequest.getQueryString()': 'query of the request',
    'HttpServletRequest.getInputStream()': 'body of the request',
    'HttpServletRequest.getReader()': 'body of the request',
    'HttpServletRequest.getRequestURI()': 'address of the request',
    'HttpServletRequest.getRequestURL()': 'address of the request',
    'HttpServletRequest.getPathInfo()': 'path of the request',
    'HttpServletRequest.getPart()': 'upload of the request',
    // The header of a token is read before the token is verified.
    'JwsHeader.get()': 'header of a token',
    'JwsHeader.getKeyId()': 'header of a token',
    'HttpServletRequest.getParts()': 'uploads of the request',
  },
  decoratedParameters: {
    RequestParam: 'parameter of the request',
    PathVariable: 'part of the path of the request',
    RequestBody: 'body of the request',
    RequestHeader: 'header of the request',
    CookieValue: 'cookie of the request',
    ModelAttribute: 'form of the request',
    QueryParam: 'parameter of the request',
    PathParam: 'part of the path of the request',
    FormParam: 'form of the request',
    HeaderParam: 'header of the request',
    CookieParam: 'cookie of the request',
    MatrixParam: 'part of the path of the request',
    QueryValue: 'parameter of the request',
    RestQuery: 'parameter of the request',
    RestPath: 'part of the path of the request',
    RestForm: 'form of the request',
    RestHeader: 'header of the request',
    RestCookie: 'cookie of the request',
  },
  responseTypes: [
    ...['*.setContentType', 'BodyBuilder.contentType', 'ResponseBuilder.type', 'Context.contentType', 'SparkResponse.type'].map((call) => ({ call, argument: 0 })),
    ...['*.setHeader', '*.addHeader', '*.putHeader', '*.header', 'HttpExchange.getResponseHeaders().set', 'HttpExchange.getResponseHeaders().add', 'HttpServerExchange.getResponseHeaders().put', 'HttpServerExchange.getResponseHeaders().add'].map((call) => ({ call, argument: 1, onlyWithFirst: 'content-type' })),
  ],
  sinks: [
    ...page('ResponseWriter'),
    ...page('JspWriter'),
    { call: 'HttpServletResponse.sendRedirect', weakness: 'open-redirect' },
    { call: 'RedirectView', weakness: 'open-redirect' },
    ...['ModelAndView', 'ModelAndView.setViewName'].map((call) => ({ call, weakness: 'open-redirect' as const, only: 'redirect-view' as const })),
    ...MAPPINGS.map((returnOf) => ({ returnOf, weakness: 'open-redirect' as const, only: 'redirect-view' as const })),
    ...['ModelAndView', 'ModelAndView.setViewName'].map((call) => ({ call, weakness: 'template-injection' as const, only: 'view-name' as const, reservation: VIEWS })),
    { returnOf: 'ViewName', weakness: 'template-injection', only: 'view-name', reservation: VIEWS },
    { call: 'HttpServletResponse.addHeader', weakness: 'header-injection', arguments: [1] },
    { call: 'HttpServletResponse.setHeader', weakness: 'header-injection', arguments: [1] },
    { call: 'JWT.decode', weakness: 'token-unverified', unlessCalled: ['JWT.require'] },
    { returnOf: 'ResponseBody', weakness: 'cross-site-scripting', only: 'text' },
  ],
  sanitizers: [
    { call: 'HtmlUtils.htmlEscape', safeFor: ['cross-site-scripting'] },
    { call: 'StringEscapeUtils.escapeHtml', safeFor: ['cross-site-scripting'] },
    { call: 'StringEscapeUtils.escapeHtml4', safeFor: ['cross-site-scripting'] },
    { call: 'Encode.forHtml', safeFor: ['cross-site-scripting'] },
    { call: 'Encode.forHtmlContent', safeFor: ['cross-site-scripting'], inElements: true },
    { call: 'Encode.forXmlContent', safeFor: ['cross-site-scripting'], inElements: true },
    ...MORE_ESCAPES.map((call) => ({ call, safeFor: ['cross-site-scripting'] as const })),
    { call: 'Encode.forHtmlAttribute', safeFor: ['cross-site-scripting'] },
    { call: '*.encodeForHTML', safeFor: ['cross-site-scripting'] },
    { call: 'HtmlUtils.htmlEscapeHex', safeFor: ['cross-site-scripting'] },
    { call: 'Jsoup.clean', safeFor: ['cross-site-scripting'] },
  ],
};
