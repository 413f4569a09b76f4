const PLACEHOLDER = String.raw`(?:__\w+__|%\w+%|\{\{.*?\}\}|<%.*?%>|\$\{?[A-Z_]+\}?)`;
const OPERATOR = String.raw`(?:\|\||&&|\?\?)`;
const BEGINS_WITH_PLACEHOLDER = new RegExp(
  String.raw`^(?:[^'"\x60;,{}]*${OPERATOR}\s*)?\(*\s*(['"\x60])${PLACEHOLDER}\1\s*${OPERATOR}`,
);

/**
 * Whether an operand is a text that stands for another one until a build or a server has put that in: `'__API_HOST__'`,
 * `'%URL%'`.
 */
export const isPlaceholder = (code: string): boolean => BEGINS_WITH_PLACEHOLDER.test(code);
