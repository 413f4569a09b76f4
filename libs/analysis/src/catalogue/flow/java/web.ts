import type { FlowRows, SinkRow } from '../rows';

const PRINT = ['print', 'println', 'write', 'printf', 'format', 'append'];
const MAPPINGS = ['RequestMapping', 'GetMapping', 'PostMapping', 'PutMapping', 'PatchMapping', 'DeleteMapping'];
const page = (writer: string): SinkRow[] => PRINT.map((name) => ({ call: `${writer}.${name}`, weakness: 'cross-site-scripting', arguments: [0, 1, 2, 3] }));

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
    // What the header of a token says is read before the token is verified.
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
  },
  responseTypes: [{ call: '*.setContentType', argument: 0 }, ...['*.setHeader', '*.addHeader'].map((call) => ({ call, argument: 1, onlyWithFirst: 'content-type' }))],
  sinks: [
    ...page('ResponseWriter'),
    { call: 'HttpServletResponse.sendRedirect', weakness: 'open-redirect' },
    { call: 'RedirectView', weakness: 'open-redirect' },
    ...['ModelAndView', 'ModelAndView.setViewName'].map((call) => ({ call, weakness: 'open-redirect' as const, only: 'redirect-view' as const })),
    ...MAPPINGS.map((returnOf) => ({ returnOf, weakness: 'open-redirect' as const, only: 'redirect-view' as const })),
    { call: 'HttpServletResponse.addHeader', weakness: 'header-injection', arguments: [1] },
    { call: 'HttpServletResponse.setHeader', weakness: 'header-injection', arguments: [1] },
    { returnOf: 'ResponseBody', weakness: 'cross-site-scripting', only: 'text' },
  ],
  sanitizers: [
    { call: 'HtmlUtils.htmlEscape', safeFor: ['cross-site-scripting'] },
    { call: 'StringEscapeUtils.escapeHtml', safeFor: ['cross-site-scripting'] },
    { call: 'StringEscapeUtils.escapeHtml4', safeFor: ['cross-site-scripting'] },
    { call: 'Encode.forHtml', safeFor: ['cross-site-scripting'] },
    { call: 'Encode.forHtmlContent', safeFor: ['cross-site-scripting'] },
    { call: 'Encode.forHtmlAttribute', safeFor: ['cross-site-scripting'] },
    { call: '*.encodeForHTML', safeFor: ['cross-site-scripting'] },
    { call: 'HtmlUtils.htmlEscapeHex', safeFor: ['cross-site-scripting'] },
    { call: 'Jsoup.clean', safeFor: ['cross-site-scripting'] },
  ],
};
