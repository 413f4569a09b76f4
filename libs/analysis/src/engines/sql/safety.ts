import type { Problem } from '../kit/per-file';
import type { Statement, Token } from './statements';

type Rule = (statement: Statement) => Problem[];

const words = (tokens: readonly Token[]) => tokens.filter(({ kind }) => kind === 'word').map(({ text }) => text);
const has = (tokens: readonly Token[], ...sequence: readonly string[]) => at(tokens, sequence) !== undefined;
const one = (rule: string, token: Token | undefined, message: string): Problem[] =>
  token ? [{ rule, line: token.line, message }] : [];

/** The first of adjacent tokens with these texts. */
function at(tokens: readonly Token[], sequence: readonly string[]): Token | undefined {
  const index = tokens.findIndex((_, start) =>
    sequence.every(
      (text, offset) => tokens[start + offset]?.kind !== 'string' && tokens[start + offset]?.text === text,
    ),
  );
  return index < 0 ? undefined : tokens[index];
}

const starts = ({ tokens }: Statement, ...sequence: readonly string[]) =>
  sequence.every((text, index) => tokens[index]?.text === text);

const withoutWhere: Rule = (statement) => {
  const { tokens } = statement;
  const limited = words(tokens).some(
    (word) =>
      ['WHERE', 'JOIN', 'USING', 'LIMIT', 'TOP', 'FROM'].includes(word) &&
      !(word === 'FROM' && starts(statement, 'DELETE')),
  );
  if (limited) return [];
  if (starts(statement, 'DELETE', 'FROM') && tokens[2]?.text === '#') return []; // a temporary table
  if (starts(statement, 'DELETE', 'FROM'))
    return one('delete-without-where', tokens[0], `All rows of ${tokens[2]?.text ?? 'the table'} are deleted`);
  return starts(statement, 'UPDATE') && words(tokens).includes('SET')
    ? one('update-without-where', tokens[0], `All rows of ${tokens[1]?.text ?? 'the table'} are changed`)
    : [];
};

const dropped: Rule = (statement) => {
  const { tokens } = statement;
  const kind = tokens[1]?.text ?? '';
  if (starts(statement, 'TRUNCATE')) return one('truncate', tokens[0], 'A table is emptied');
  if (!starts(statement, 'DROP') || !['DATABASE', 'SCHEMA', 'TABLE'].includes(kind)) return [];
  if (kind !== 'TABLE') return one('drop-database', tokens[0], `DROP ${kind}`);
  return has(tokens, 'IF', 'EXISTS') || tokens[2]?.text.startsWith('#')
    ? []
    : one('drop-without-if-exists', tokens[0], 'DROP TABLE without IF EXISTS');
};

const granted: Rule = (statement) => {
  if (!starts(statement, 'GRANT')) return [];
  const { tokens } = statement;
  return [
    ...(starts(statement, 'GRANT', 'ALL') ? one('grant-all', tokens[0], 'GRANT ALL') : []),
    ...one('grant-to-public', at(tokens, ['TO', 'PUBLIC']), 'A right is given to PUBLIC'),
    ...one('grant-option', at(tokens, ['WITH', 'GRANT', 'OPTION']), 'WITH GRANT OPTION'),
  ];
};

const passwords: Rule = ({ tokens }) =>
  tokens.flatMap((token, index) => {
    const before = tokens
      .slice(Math.max(0, index - 3), index)
      .map(({ text }) => text)
      .join(' ');
    const literal =
      token.kind === 'string' &&
      token.text.length > 0 &&
      !/^(?:\$\{|\{\{|%\(|:|<|\*+$|(?:md5|scram-sha-256)\S{16})/i.test(token.text);
    return literal &&
      /(?:^|\s)(?:IDENTIFIED BY|PASSWORD(?: =)?|PASSWORD : =)$/.test(before) &&
      !/IDENTIFIED WITH/.test(before) &&
      ['CREATE', 'ALTER', 'GRANT', 'SET'].includes(tokens[0]!.text)
      ? one('plaintext-password', token, 'A password is written in the script')
      : [];
  });

const superuser: Rule = (statement) => {
  const { tokens } = statement;
  const account =
    (starts(statement, 'CREATE') || starts(statement, 'ALTER')) && ['ROLE', 'USER'].includes(tokens[1]?.text ?? '');
  return account
    ? one(
        'superuser',
        tokens.find(({ kind, text }) => kind === 'word' && text === 'SUPERUSER'),
        'The account may do everything',
      )
    : [];
};

const shell: Rule = ({ tokens }) =>
  tokens.flatMap((token, index) =>
    (token.kind === 'word' && /(?:^|\.)XP_CMDSHELL$/i.test(token.text)) ||
    (token.kind === 'string' && /^xp_cmdshell$/i.test(token.text)) ||
    (token.text === 'PROGRAM' && tokens[0]?.text === 'COPY' && tokens[index + 1]?.kind === 'string')
      ? one('shell-command', token, 'A command of the operating system is run from the database')
      : [],
  );

/** A statement that is built from parts and executed. A dollar-quoted body is analysed as a separate text. */
const dynamic: Rule = ({ tokens }) =>
  tokens.flatMap((token, index) => {
    if (token.kind !== 'word' || !['EXEC', 'EXECUTE', 'SP_EXECUTESQL', 'PREPARE'].includes(token.text)) return [];
    const rest = tokens.slice(index + 1, index + 40);
    const end = rest.findIndex(
      ({ text, kind }) => kind !== 'string' && (text === ';' || text === 'USING' || text === 'INTO' || text === 'END'),
    );
    const part = end < 0 ? rest : rest.slice(0, end);
    const joined = part.some(
      ({ kind, text }, at_) => kind === 'symbol' && (text === '+' || (text === '|' && part[at_ + 1]?.text === '|')),
    );
    return joined &&
      part.some(({ kind }) => kind === 'string') &&
      !part.some(({ text }) => /^(?:QUOTE_IDENT|QUOTE_LITERAL|QUOTENAME|FORMAT)$/.test(text))
      ? one('dynamic-sql', token, 'A statement is put together from texts and run')
      : [];
  });

const definer: Rule = ({ tokens }) => {
  const marker = at(tokens, ['SECURITY', 'DEFINER']);
  return marker && words(tokens).includes('FUNCTION') && !words(tokens).some((word) => word === 'SEARCH_PATH')
    ? one('security-definer', marker, 'SECURITY DEFINER without a fixed search_path')
    : [];
};

const rowSecurity: Rule = ({ tokens }) =>
  one('row-security-off', at(tokens, ['DISABLE', 'ROW', 'LEVEL', 'SECURITY']), 'Row level security is turned off');

const weakHash: Rule = ({ tokens }) =>
  tokens.flatMap((token, index) =>
    /^(?:MD5|SHA1?|PASSWORD)$/.test(token.text) &&
    token.kind === 'word' &&
    tokens[index + 1]?.text === '(' &&
    tokens.slice(index + 2, index + 8).some(({ kind, text }) => kind === 'word' && /PASS(?:WORD|WD)?$/i.test(text))
      ? one('weak-password-hash', token, `A password is hashed with ${token.text}`)
      : [],
  );

/** Reports `SELECT *`, except in COUNT(*), EXISTS (SELECT * …) and arithmetic. */
const selectStar: Rule = ({ tokens }) =>
  tokens.flatMap((token, index) =>
    token.text === '*' &&
    tokens[index - 1]?.text === 'SELECT' &&
    !(tokens[index - 2]?.text === '(' && tokens[index - 3]?.text === 'EXISTS')
      ? one('select-star', token, 'SELECT *')
      : [],
  );

export const SAFETY_RULES: readonly Rule[] = [
  withoutWhere,
  dropped,
  granted,
  passwords,
  superuser,
  shell,
  dynamic,
  definer,
  rowSecurity,
  weakHash,
  selectStar,
];
