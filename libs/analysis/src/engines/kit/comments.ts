const COMMENT = /^\s*(?:#|\/\/|\*|\/\*)/;

/** Whether a line is a comment as a whole. */
export const isComment = (line: string): boolean => COMMENT.test(line);
