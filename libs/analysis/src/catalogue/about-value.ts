/**
 * Rules of tools that see a dangerous call but not the value that reaches it. A constant or sanitized value is
 * harmless. Where data flow proves that, or sees each input checked on its way, their findings are lowered. Rules about the call itself or about what it lacks
 * are not here: a parser with external entities resolves them whatever it reads.
 */
const ABOUT_VALUE: Readonly<Record<string, readonly string[]>> = {
  'eslint-security': [...['security/detect-eval-with-expression', 'security/detect-child-process', 'security/detect-non-literal-regexp'], ...['assay/sql-from-values', 'assay/where-from-values', 'assay/redirect-from-request', 'assay/fetch-from-request']],
  'microsoft-sdl': [...['@microsoft/sdl/no-document-write', '@microsoft/sdl/no-html-method', '@microsoft/sdl/no-inner-html'], ...['@microsoft/sdl/no-msapp-exec-unsafe', '@microsoft/sdl/no-winjs-html-unsafe']],
  'dom-xss-sinks': ['no-unsanitized/method', 'no-unsanitized/property'],
  'sonar-security': ['sonarjs/code-eval', 'sonarjs/dynamically-constructed-templates'],
  'js-suspicious': ['no-eval', 'no-implied-eval', 'no-new-func'],
  'biome-security': ['nursery/noImpliedEval', 'security/noGlobalEval'],
  'py-security': ['S307', 'S310', 'S601', 'S602', 'S604', 'S605', 'S608', 'S702', 'S704'],
  'py-django': ['S308', 'S610', 'S611'],
  'java-security': ['sql-built-from-values', 'command-from-value', 'request-value-in-path'],
  'php-security': [...['sql-built-from-values', 'command-from-value', 'evaluated-value', 'included-request-value'], ...['unescaped-output', 'request-value-in-path', 'open-redirect']],
  'ruby-security': [...['sql-built-from-values', 'command-from-value', 'evaluated-value', 'unescaped-output'], ...['request-value-in-path', 'open-redirect']],
  'csharp-security': ['sql-built-from-values', 'command-from-value', 'raw-html', 'uploaded-name-in-path'],
  'kotlin-safety': ['sql-built-from-values', 'command-from-value'],
  'go-security': ['sql-built-from-values', 'shell-command-from-value', 'unescaped-template-value'],
};

export const isAboutValue = (tool: string, rule: string): boolean => ABOUT_VALUE[tool]?.includes(rule) === true;

/** All of these rules, by `tool/rule`. */
export const rulesAboutValue: readonly (readonly [tool: string, rule: string])[] = Object.entries(ABOUT_VALUE).flatMap(([tool, rules]) => rules.map((rule) => [tool, rule] as const));
