import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';
import { javaOfPage } from './lower/java/jsp';
import { type Methods, countedCalls } from './test/counted';

const findingsIn = async (files: Readonly<Record<string, string>>) =>
  (await runOn(profileOf('flow'), flowTools, files)).tool('java-data-flow').findings;

/** The lines of a page at which something is found. */
async function linesOf(page: string, more: Readonly<Record<string, string>> = {}) {
  const findings = await findingsIn({ 'web/page.jsp': page, ...more });
  return findings.map(({ file, line, rule }) => `${file}:${line} ${rule}`).sort();
}

const HEAD = '<%@ page contentType="text/html" import="java.util.*, org.acme.Names" %>\n';
const XSS = 'web/page.jsp:2 cross-site-scripting';

/** The characters that are looked at and copied. */
const READS: Methods = [
  [
    String.prototype,
    'indexOf',
    (text: string, [, from = 0]: [string, number?], at: number) => (at === -1 ? text.length : at) - from,
  ],
  [String.prototype, 'slice', (_: string, __: unknown, part: string) => part.length],
];

describe('pages of JSP', () => {
  it.each([
    ['an expression', '<p><%= request.getParameter("q") %></p>'],
    ['a statement', '<% out.println("<p>" + request.getParameter("q")); %>'],
    ['a variable in a condition', '<% String q = request.getParameter("q"); if (q != null) { %><p><%= q %></p><% } %>'],
    ['a parameter', '<p>${param.q}</p>'],
    ['a parameter with another name', '<p>${param["q-r"]}</p>'],
    ['a choice', `<input value="\${empty errors ? '' : param['q']}">`],
    ['the body of a tag', '<c:if test="${a}"><%= request.getParameter("q") %></c:if>'],
    ['more than the body of a tag', '<wiki:Translate>a</wiki:Translate><%= request.getParameter("q") %>'],
    ['a tag that does not escape', '<c:out value="${param.q}" escapeXml="false"/>'],
    ['a message', '<fmt:message key="a"><fmt:param value="${param.q}"/></fmt:message>'],
  ])('print %s as it is', async (_, line) => expect(await linesOf(`${HEAD}${line}\n`)).toEqual([XSS]));

  it.each([
    ['a number', '<% int q = Integer.parseInt(request.getParameter("q")); %><p><%= q %></p>'],
    ['an escaped value', '<p><%= StringEscapeUtils.escapeHtml4(request.getParameter("q")) %></p>'],
    ['a tag that escapes', '<p><c:out value="${param.q}"/></p>'],
    ['a tag that escapes in an attribute', '<input value="<c:out value="${param.q}"/>">'],
    ['a function that escapes', `<input value="\${fn:escapeXml(empty a ? '' : param['q'])}">`],
    ['a condition', `<c:if test="\${param.q == 'a'}">a</c:if> \${param.q == 'a'} \${not empty param.q}`],
    ['a comment', '<%-- <%= request.getParameter("q") %> --%>'],
    ['a tag that changes its body', '<p><wiki:Translate><%= request.getParameter("q") %></wiki:Translate></p>'],
    ['a tag that escapes its body', '<p><c:out> ${param.q} </c:out></p>'],
    ['a tag that keeps its body', '<c:set var="q">${param.q}</c:set>'],
    ['a comment of Java', '<% int i = 0; // out.print(request.getParameter("q")) %>'],
    ['an address with a constant', '<% String q = "http://example.org"; %><p><%= q %></p>'],
    ['what is not closed', '<p><%= request.getParameter("q")'],
  ])('are safe with %s', async (_, line) => expect(await linesOf(`${HEAD}${line}\n`)).toEqual([]));

  it('are no markup under another type', async () => {
    const page = '<%@ page contentType="application/json" %>\n<%= request.getParameter("q") %>\n';
    expect(await linesOf(page)).toEqual([]);
  });

  it('call the classes of the target, also by beans', async () => {
    const names = (body: string) => ({
      'src/org/acme/Names.java':
        'package org.acme;\npublic class Names {\n  public void list(String q) throws Exception {\n' +
        `    ${body}\n  }\n}\n`,
    });
    const bean = '<jsp:useBean id="names" class="org.acme.Names"/>';
    const page = `${HEAD}${bean}\n<% names.list(request.getParameter("q")); %>\n`;
    expect(await linesOf(page, names('Runtime.getRuntime().exec("ls " + q);'))).toEqual([
      'src/org/acme/Names.java:4 command-injection',
    ]);
    expect(await linesOf(page, names('Runtime.getRuntime().exec("ls");'))).toEqual([]);
  });

  it.each<[string, string, string, readonly string[]]>([
    ['set a parameter', 'WEB-INF', '<jsp:param name="q" value="a"/>', []],
    ['set another one', 'WEB-INF', '<jsp:param name="r" value="a"/>', ['3']],
    ['hand on that of the request', 'WEB-INF', '<jsp:param name="q" value="${param.q}"/>', ['3']],
    ['set a parameter of a page for everybody', 'parts', '<jsp:param name="q" value="a"/>', ['3']],
  ])('%s of a page that they include', async (_, folder, parameter, found) => {
    const files = {
      [`web/${folder}/part.jsp`]: `${HEAD}\n<p>${'$'}{param.q}</p>\n`,
      'web/a.jsp': `${HEAD}<jsp:include page="/${folder}/part.jsp">${parameter}</jsp:include>\n`,
      'web/b.jsp': `${HEAD}<c:import url="${folder}/part.jsp">\n<c:param name="q" value="b"/>\n</c:import>\n`,
    };
    expect((await findingsIn(files)).map(({ line }) => String(line))).toEqual(found);
  });

  it.each([
    ['escapeForXML', '"', []],
    ['encodeHtml', '"', []],
    // A quote leads out of an attribute.
    ['escapeHTMLTags', '>', [XSS]],
    ['unescapeForXML', '"', [XSS]],
    ['shorten', '"', [XSS]],
  ])('are safe with a function of the target that escapes character by character: %s', async (name, other, found) => {
    const body = [
      'char[] given = q.toCharArray(); StringBuilder out = new StringBuilder(); int last = 0;',
      'for (int i = 0; i < given.length; i++) {',
      "  if (given[i] == '<') { out.append(given, last, i - last); last = i + 1; out.append(LT); }",
      `  if (given[i] == '${other}') { out.append(given, last, i - last); last = i + 1; out.append(OTHER); }`,
      '}',
      'if (last == 0) return q;',
      'return out.append(given, last, given.length - last).toString();',
    ].join('\n');
    const written = `static String ${name}(String q) {\n${body}\n}`;
    const names = { 'src/org/acme/Names.java': `package org.acme;\npublic class Names {\n${written}\n}\n` };
    expect(await linesOf(`${HEAD}<input value="<%= Names.${name}(request.getParameter("q")) %>">\n`, names)).toEqual(
      found,
    );
  });

  it.each([
    ['<%! String safe(String q) { return StringEscapeUtils.escapeHtml4(q); } // all of it %>', []],
    ['<%! String safe(String q) { return "<b>" + q + "</b>"; } %>', [XSS]],
  ])('know what they declare before their first statement: %s', async (declared, found) => {
    const line = `<jsp:useBean id="names" class="org.acme.Names"/>${declared}<%= safe(request.getParameter("q")) %>`;
    expect(await linesOf(`${HEAD}${line}\n`)).toEqual(found);
  });

  it.each([
    '<%',
    '${',
    '<c:out "',
    '<c:out>${',
    '<c:out><%= a %>',
    '<%--',
    '<%@ page import="',
    '<c:',
    '${param.',
    '<%= a %>',
    '<%! int a; %>',
  ])('are read once, whatever stands in them: %s', async (part) => {
    const read = (size: number) =>
      countedCalls(READS, () => javaOfPage('page.jsp', `${part}\n`.repeat(size / part.length)));
    const [small, middle, large] = [await read(25_000), await read(50_000), await read(100_000)];
    // Twice the size takes twice the work; if each part were looked for in all that follows, four times.
    expect((large - middle) / (middle - small)).toBeLessThan(3);
  });
});
