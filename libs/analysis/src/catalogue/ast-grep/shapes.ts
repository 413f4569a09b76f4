import type { NodePattern } from './pattern-rule';

/**
 * A string that starts with a quote of any language and an SQL statement. `SELECT` needs a list of columns before its
 * `FROM`, so that "Select a file from the list" is no statement.
 */
const COLUMN = '[\\w.\\[\\]]+(\\s+as\\s+\\w+)?';
const SELECT = `select\\s+((distinct|all|top\\s+\\d+)\\s+)?(${COLUMN}\\s+from\\s|([*"'\`$#{%@(]|${COLUMN}\\s*[,(]).*\\sfrom\\s)`;
export const SQL_TEXT: NodePattern = {
  regex: `(?is)^\\(?[$@]*["'\`]+\\s*(${SELECT}|insert\\s+into\\s|replace\\s+into\\s|update\\s+\\S+\\s+set\\s|delete\\s+from\\s)`,
};

/** A file without this text cannot contain a match of `SQL_TEXT`. */
export const SQL_WORDS = '["\'`]\\s*(select|insert|replace|update|delete)\\s';

/** The name of a variable or function that holds or makes a value that must not be guessable. */
export const SECRET_NAME: NodePattern = { regex: '(?i)(token|secret|passw|nonce|salt|otp\\b|one_?time|session_?id|api_?key|csrf)' };

/** The quoted name of an algorithm, as Java's and similar APIs take it. */
export const WEAK_HASH_NAME: NodePattern = { regex: '(?i)^"(md2|md4|md5|sha-?1)"$' };
export const WEAK_CIPHER_NAME: NodePattern = { regex: '(?i)^"(des|desede|rc2|rc4|arcfour|blowfish)(/|")|^"aes"$|^"(aes\\w*|aria|camellia|cast5|idea|seed|serpent|sm4|twofish)/ecb/' };
