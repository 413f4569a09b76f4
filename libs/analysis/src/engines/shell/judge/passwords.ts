import { type Command, type Fault, type Judge, invoked } from '../script';

/** Texts that are there to be replaced, and passwords that everybody knows. */
const NO_SECRET = new RegExp(
  String.raw`^.{0,3}$|password|passwd|pass(?:phrase)?$|secret|example|change.?me|placeholder|dummy|test|root|admin|` +
    String.raw`mysql|mariadb|postgres|vagrant|docker|your|xxx|\*\*\*|<|123`,
  'i',
);

/** The place of the password in the commands that take it as an argument. */
function passwordIn({ name, args }: Command): string | undefined {
  const literal = args.map((arg) => (arg.isLiteral ? arg.text : undefined));
  if (name === 'sshpass') {
    const at = literal.findIndex((text) => text?.startsWith('-p'));
    return at < 0 ? undefined : literal[at] === '-p' ? literal[at + 1] : literal[at]!.slice(2);
  }
  if (/^(?:mysql|mysqldump|mysqladmin|mariadb|mariadb-dump|mariadb-admin|mysqlimport)$/.test(name)) {
    const given = literal.find((text) => /^-p.|^--password=./.test(text ?? ''));
    return given?.replace(/^-p|^--password=/, '');
  }
  if (name === 'curl') {
    const at = literal.findIndex((text) => text === '-u' || text === '--user');
    return at < 0 ? undefined : /^[^:]+:(.+)$/.exec(literal[at + 1] ?? '')?.[1];
  }
  return undefined;
}

export const passwords: Judge = (script) => [
  ...script.commands.map(invoked).flatMap((command): Fault[] => {
    const password = passwordIn(command);
    return password === undefined || NO_SECRET.test(password)
      ? []
      : [
          {
            rule: 'password-in-command',
            node: command.node,
            message: `The password of ${command.name} stands in the script`,
          },
        ];
  }),
  ...script.of('variable_assignment').flatMap((node): Fault[] => {
    const value = node.children().at(-1);
    if (!/^(?:PGPASSWORD|MYSQL_PWD|SSHPASS)$/.test(node.child(0)?.text() ?? '') || !value) return [];
    const isLiteral =
      /^(?:word|raw_string|number)$/.test(value.kind()) || (value.kind() === 'string' && !/[$`]/.test(value.text()));
    return !isLiteral || NO_SECRET.test(value.text().replace(/^["']|["']$/g, ''))
      ? []
      : [{ rule: 'password-in-command', node, message: `A password stands in the script as ${node.child(0)!.text()}` }];
  }),
];
