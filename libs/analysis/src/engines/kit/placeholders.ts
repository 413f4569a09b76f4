/** A text that stands for another one until a build or a server has put that in: `'__API_HOST__'`, `'%URL%'`. */
export const isPlaceholder = (code: string): boolean =>
  /^(?:[^'"`;,{}]*(?:\|\||\?\?|&&)\s*)?\(*\s*(['"`])(?:__\w+__|%\w+%|\{\{.*?\}\}|<%.*?%>|\$\{?[A-Z_]+\}?)\1\s*(?:\|\||&&|\?\?)/.test(
    code,
  );
