/** A text without what stands between `//` and the end of a line, or between the marks of a block comment. */
export const withoutSlashComments = (text: string): string => text.replace(/\/\/[^\n]*|\/\*[^]*?\*\//g, '');
