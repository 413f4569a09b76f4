import { SOURCE_TARGETS, type ToolDefinition } from './tool';

const SCRIPTS: readonly string[] = ['**/*.sql'];

const sqlSyntax: ToolDefinition = {
  id: 'sql-syntax',
  name: 'SQL syntax',
  description: 'Statements in SQL scripts that no common dialect understands, open quotes and unbalanced parentheses.',
  category: 'quality',
  billing: 'quality',
  engine: 'sql',
  targets: SOURCE_TARGETS,
  files: SCRIPTS,
  advice: 'Run the statement against the database that it is for.',
  rules: {
    'syntax-error': { severity: 'low', title: 'Statement that no dialect understands' },
    'unbalanced-parenthesis': { severity: 'medium', title: 'Unbalanced parenthesis' },
    'unterminated-text': { severity: 'medium', title: 'Quote or comment that is never closed', fix: 'Close it; what follows was not looked at.' },
  },
};

const sqlSafety: ToolDefinition = {
  id: 'sql-safety',
  name: 'SQL safety',
  description: 'Statements that change every row, give away rights, hold passwords, run commands or put other statements together.',
  category: 'security',
  billing: 'security',
  engine: 'sql',
  targets: SOURCE_TARGETS,
  files: SCRIPTS,
  advice: 'Narrow the statement to what it is meant for.',
  rules: {
    'delete-without-where': { severity: 'low', title: 'DELETE without WHERE', cwe: 'CWE-710', fix: 'Add a condition; if every row is meant, say so in a comment and use TRUNCATE.' },
    'update-without-where': { severity: 'low', title: 'UPDATE without WHERE', cwe: 'CWE-710', fix: 'Add a condition.' },
    'drop-database': { severity: 'low', title: 'Database or schema dropped', cwe: 'CWE-710', fix: 'Keep such a statement out of scripts that run by themselves.' },
    'drop-without-if-exists': { severity: 'info', title: 'DROP TABLE without IF EXISTS', cwe: 'CWE-754', fix: 'Add IF EXISTS, so that the script can be run again.' },
    truncate: { severity: 'low', title: 'Table emptied', cwe: 'CWE-710' },
    'grant-all': { severity: 'low', title: 'All rights granted', cwe: 'CWE-250', fix: 'Grant the rights that the account needs.' },
    'grant-to-public': { severity: 'low', title: 'Right given to everyone', cwe: 'CWE-732', fix: 'Grant it to a role.' },
    'grant-option': { severity: 'low', title: 'Right that can be passed on', cwe: 'CWE-269', fix: 'Leave out WITH GRANT OPTION.' },
    'plaintext-password': { severity: 'low', title: 'Password in a script', cwe: 'CWE-798', fix: 'Change it, and set it from a secret outside the repository.' },
    superuser: { severity: 'medium', title: 'Account that may do everything', cwe: 'CWE-250', fix: 'Create it without SUPERUSER and grant what it needs.' },
    'shell-command': { severity: 'high', title: 'Command of the operating system', cwe: 'CWE-78', fix: 'Run it outside the database, and keep xp_cmdshell off.' },
    'dynamic-sql': { severity: 'medium', title: 'Statement put together from texts', cwe: 'CWE-89', weakness: 'sql-injection', fix: 'Use parameters (`USING`, `sp_executesql` with arguments), and quote names with quote_ident or QUOTENAME.' },
    'security-definer': { severity: 'medium', title: 'SECURITY DEFINER without a search path', cwe: 'CWE-426', fix: 'Add `SET search_path = …`: a caller’s own objects are found first otherwise.' },
    'row-security-off': { severity: 'medium', title: 'Row level security turned off', cwe: 'CWE-284' },
    'weak-password-hash': { severity: 'medium', title: 'Weak hash of a password', cwe: 'CWE-916', fix: 'Use bcrypt, scrypt or Argon2 in the application.' },
    'select-star': { severity: 'info', title: 'SELECT *', cwe: 'CWE-1049', fix: 'Name the columns; a new one changes the result otherwise.' },
  },
};

export const sqlTools: readonly ToolDefinition[] = [sqlSyntax, sqlSafety];
