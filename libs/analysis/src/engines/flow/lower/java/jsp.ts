/** Longer tags are not read: nobody writes them. */
const MAX_TAG = 1000;

/** The kinds of tags of JSP, by what stands behind `<%`. */
const SIGN = /^(?:--|[!@=])?/;
/** `<c:out value="…"/>`: the beginning of a tag of a library. */
const LIBRARY_TAG = /^<([a-zA-Z]+:[\w.]+)/;
/** Tags of libraries that print what they get as it is. */
const RAW_TAG = /^(?:fmt:param|c:out)$/;
/** Tags of libraries that print something else than their body: `<wiki:Translate><%= text %></wiki:Translate>`. */
const CHANGES_BODY = new RegExp(
  String.raw`^(?!fmt:param$)\w+:(?:out|set|url|param|attribute|` +
    String.raw`\w*(?:[Tt]ranslat|[Ee]ncod|[Ee]scap|[Ss]anitiz|[Tt]runcat|[Ff]ormat|[Mm]arkdown)\w*)$`,
);
/** A parameter of the request in an expression of the page: `param.name`, `param['name']`. */
const PARAMETER = /^[\s(]*param\s*(?:\.\s*([A-Za-z_]\w*)|\[\s*(?:"([\w.-]+)"|'([\w.-]+)')\s*\])[\s)]*$/;

const IMPLICIT = [
  'HttpServletRequest request',
  'HttpServletResponse response',
  'HttpSession session',
  'ServletContext application',
  'PageContext pageContext',
  'JspWriter out',
].join(', ');

export const isPage = (file: string): boolean => /\.jspf?$/.test(file);

/**
 * The Java of a page of JSP, which is a class with one method: what stands between its tags, and a call for each value
 * that the page prints. All lines stay where they are. What a page declares behind its first statement is left out.
 */
export function javaOfPage(file: string, text: string): string {
  const page: Page = { imports: [], isMarkup: true, hasBegun: false };
  const { members, body } = partsOf(page, text);
  const imports = page.imports.map((name) => `import ${name};`).join(' ');
  const name = `page_${file.replaceAll(/\W/g, '_')}`;
  const out = page.isMarkup ? IMPLICIT : IMPLICIT.replace('JspWriter', 'Object');
  return `${imports} class ${name} { ${members} void _jspService(${out}) throws Exception { ${body} } }`;
}

interface Page {
  readonly imports: string[];
  /** The page is no JSON or plain text. */
  isMarkup: boolean;
  /** The method has begun, behind which no member of the class can be. */
  hasBegun: boolean;
}

function partsOf(page: Page, text: string) {
  const parts = { members: '', body: '' };
  let end = 0;
  while (end < text.length) {
    const found = nextOf(text, end);
    if (found === undefined) break;
    const before = lines(text.slice(end, found.from));
    const java = found.java(page);
    parts[page.hasBegun ? 'body' : 'members'] += before + java;
    end = found.to;
  }
  parts.body += lines(text.slice(end));
  return parts;
}

interface Found {
  readonly from: number;
  readonly to: number;
  readonly java: (page: Page) => string;
}

/** The next part of a page that means something. */
function nextOf(text: string, from: number): Found | undefined {
  START.lastIndex = from;
  for (let match = START.exec(text); match !== null; match = START.exec(text)) {
    const found = match[0] === '<%' ? scriptAt(text, match.index) : otherAt(text, match.index);
    if (found !== undefined) return found;
    START.lastIndex = match.index + 1;
  }
  return undefined;
}
const START = /<%|\$\{|<[a-zA-Z]+:/g;

const otherAt = (text: string, at: number): Found | undefined =>
  text[at] === '<' ? libraryTagAt(text, at) : printedAt(text, at);

/** `<% … %>`; what is not closed is the last of its page. */
function scriptAt(text: string, from: number): Found {
  const sign = SIGN.exec(text.slice(from + 2, from + 4))![0];
  const begin = from + 2 + sign.length;
  const closing = sign === '--' ? '--%>' : '%>';
  const close = text.indexOf(closing, begin);
  if (close === -1) return { from, to: text.length, java: () => '' };
  const inner = text.slice(begin, close);
  return { from, to: close + closing.length, java: (page) => scripted(page, sign, inner) };
}

function scripted(page: Page, sign: string, inner: string): string {
  if (sign === '!' && !page.hasBegun) return `${withoutComment(inner)} `;
  if (sign === '@') readDirective(page, inner);
  if (sign !== '=' && sign !== '') return lines(inner);
  page.hasBegun = true;
  return sign === '' ? `${withoutComment(inner)} ` : `out.print(${inner.replace(/;\s*$/, '')});`;
}

/** A comment at the end of a script would go on behind its tag. */
function withoutComment(script: string): string {
  const behind = Math.max(script.lastIndexOf('\n'), script.lastIndexOf('"')) + 1;
  const comment = script.indexOf('//', behind);
  return comment === -1 ? script : script.slice(0, comment);
}

/** `<%@ page import="a.B, c.*" contentType="text/html" %>` */
function readDirective(page: Page, inner: string): void {
  for (const [, names] of inner.matchAll(/\bimport\s*=\s*["']([\w.,*\s]+)["']/g))
    page.imports.push(...names!.split(',').flatMap((name) => name.trim() || []));
  const type = /\bcontentType\s*=\s*["']([^"']*)["']/.exec(inner)?.[1];
  if (type !== undefined && !/html/i.test(type)) page.isMarkup = false;
}

/** `${param.name}` prints the parameter as it came, unless a library is asked to escape it. */
function printedAt(text: string, from: number): Found | undefined {
  const [inner, ...others] = text.slice(from + 2, from + MAX_TAG).split('}', 2);
  if (inner === undefined || others.length === 0) return undefined;
  return { from, to: from + 2 + inner.length + 1, java: (page) => printed(page, inner) + lines(inner) };
}

function printed(page: Page, expression: string): string {
  const names = branchesOf(expression).flatMap((branch) => {
    const [, ...all] = PARAMETER.exec(branch) ?? [];
    return all.find((each) => each !== undefined) ?? [];
  });
  if (names.length > 0) page.hasBegun = true;
  return names.map((name) => `out.print(request.getParameter("${name}"));`).join(' ');
}

/** The values that an expression may have: `${empty a ? b : c}` is b or c. */
function branchesOf(expression: string): readonly string[] {
  if (/\bfn:escapeXml\b/.test(expression)) return [];
  const question = expression.indexOf('?');
  return question === -1 ? [expression] : expression.slice(question + 1).split(':');
}

/** Most tags of libraries escape what they get, or do not print it. */
function libraryTagAt(text: string, from: number): Found | undefined {
  const tag = tagAt(text, from);
  const name = tag === undefined ? undefined : LIBRARY_TAG.exec(tag)?.[1];
  if (tag === undefined || name === undefined) return undefined;
  const to = from + tag.length;
  const body = CHANGES_BODY.test(name) && !tag.endsWith('/>') ? bodyOf(text, name, to) : undefined;
  if (body !== undefined) return { from, to: body, java: () => lines(text.slice(from, body)) };
  if (name === 'jsp:useBean') return { from, to, java: (page) => bean(page, tag) + lines(tag) };
  const isRaw = RAW_TAG.test(name) && (name !== 'c:out' || /\bescapeXml\s*=\s*["']false/.test(tag));
  return { from, to, java: (page) => (isRaw ? valueOf(page, tag) : '') + lines(tag) };
}

/** The end of the body of a tag that is one expression, or a script that prints one. */
function bodyOf(text: string, name: string, from: number): number | undefined {
  BODY.lastIndex = from;
  const begin = BODY.exec(text)?.[1];
  if (begin === undefined) return undefined;
  const at = BODY.lastIndex - begin.length;
  const to = begin === '<%=' ? scriptAt(text, at).to : printedAt(text, at)?.to;
  if (to === undefined) return undefined;
  const end = text.slice(to, to + MAX_TAG).trimStart();
  return end.startsWith(`</${name}`) ? to : undefined;
}
const BODY = /\s*(<%=|\$\{)/y;

const valueOf = (page: Page, tag: string): string => {
  const inner = /\bvalue\s*=\s*["']\s*[$#]\{([^}]*)\}\s*["']/.exec(tag)?.[1];
  return inner === undefined ? '' : printed(page, inner);
};

/** `<jsp:useBean id="manager" class="a.b.Manager"/>` declares a variable. */
function bean(page: Page, tag: string): string {
  const id = /\bid\s*=\s*["'](\w+)["']/.exec(tag)?.[1];
  const type = /\bclass\s*=\s*["']([\w.]+)["']/.exec(tag)?.[1];
  if (id === undefined || type === undefined) return '';
  page.imports.push(type);
  const name = type.slice(type.lastIndexOf('.') + 1);
  return `${name} ${id} = new ${name}();`;
}

/** The text of a tag with its attributes, in which `>` may stand. */
function tagAt(text: string, from: number): string | undefined {
  const most = Math.min(text.length, from + MAX_TAG);
  let quote = '';
  for (let at = from + 1; at < most; at += 1) {
    const character = text[at]!;
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === '>') return text.slice(from, at + 1);
  }
  return undefined;
}

const lines = (text: string): string => text.replaceAll(/[^\n]+/g, '');
