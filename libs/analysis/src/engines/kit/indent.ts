/** How many blanks a line begins with. */
export const indentOf = (line: string): number => line.length - line.trimStart().length;
