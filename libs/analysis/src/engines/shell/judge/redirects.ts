import { type Fault, type Judge, around, invoked, redirectOf, redirectsOf } from '../script';
import { quoted, variableOf, wordOf } from '../words';

const WRITES = /^>[>|]?$/;
/** Places where another program reads the output: it is to get the messages of errors alone. */
const READ_BY_OTHERS = /^(?:pipeline|command_substitution|process_substitution)$/;

/** `2>&1 >file`: errors go where the output went before. */
export const order: Judge = (script) =>
  script.of('redirected_statement').flatMap((node): Fault[] => {
    const redirects = node
      .children()
      .filter((part) => part.kind() === 'file_redirect')
      .map(redirectOf);
    const copy = redirects.findIndex(
      ({ operator, descriptor, target }) => operator === '>&' && descriptor === 2 && target?.text === '1',
    );
    const file = redirects.findIndex(
      ({ operator, descriptor, target }) =>
        WRITES.test(operator) && descriptor === 1 && target !== undefined && target.text !== '/dev/tty',
    );
    const isInOrder = copy < 0 || file < copy || redirects.some(({ descriptor }) => descriptor > 2);
    if (isInOrder || around(node, READ_BY_OTHERS)) return [];
    return [
      {
        rule: 'errors-before-file',
        node: redirects[copy]!.node,
        message: `Errors go where the output went before ${quoted(redirects[file]!.node)}: write 2>&1 behind it`,
      },
    ];
  });

const OF_ROOT = /^\/(?:etc|usr|boot|lib|sbin|bin|root|sys|proc\/sys|var\/(?:lib|spool|log|www|cache))\//;

/** `sudo echo x > /etc/y`: the shell opens the file, without the rights of the command. */
export const withoutRights: Judge = ({ commands }) =>
  commands.flatMap((command): Fault[] => {
    if (command.name !== 'sudo') return [];
    const target = redirectsOf(command.node).find(
      ({ operator, target: file }) => /^(?:>[>|]?|&>>?)$/.test(operator) && OF_ROOT.test(file?.text ?? ''),
    )?.target;
    return target === undefined
      ? []
      : [
          {
            rule: 'redirect-without-rights',
            node: command.node,
            message: `The shell opens ${quoted(target.node)} without the rights of sudo: pipe into sudo tee`,
          },
        ];
  });

/** Commands that read a file while they write. */
const READERS: ReadonlySet<string> = new Set(
  'cat sed awk gawk grep egrep fgrep sort uniq cut tr head tail jq yq xmllint envsubst fold rev tac'.split(' '),
);

/** `sort a > a`: the shell empties the file before the command reads it. */
export const truncated: Judge = ({ commands }) =>
  commands.flatMap((command): Fault[] => {
    const { name, args, node } = invoked(command);
    if (!READERS.has(name)) return [];
    const pipe = around(node, /^(?:pipeline|command_substitution|subshell|compound_statement|do_group|program)$/);
    const last = pipe?.kind() === 'pipeline' ? pipe : node;
    const written = [...redirectsOf(last), ...redirectsOf(node)].find(
      ({ operator }) => operator === '>' || operator === '>|',
    )?.target;
    if (!written || written.text === '' || written.text.startsWith('/dev/')) return [];
    // `sed -i` writes by itself, and prints nothing.
    const read = args.find(
      (arg, at) =>
        at >= (TAKES_PROGRAM.test(name) ? 1 : 0) &&
        arg.text === written.text &&
        (arg.isLiteral || variableOf(arg) === variableOf(written)),
    );
    return read === undefined
      ? []
      : [
          {
            rule: 'input-emptied',
            node,
            message: `The shell empties ${quoted(written.node)} before ${name} reads it: write to another file first`,
          },
        ];
  });

const TAKES_PROGRAM = /^(?:sed|awk|gawk|grep|egrep|fgrep|jq|yq|tr)$/;

/** Files in a folder where others may make links: `/tmp/name.$$`. */
const PREDICTABLE = /^(?:\/var)?\/tmp\/[^*]*(?:\$\$|\$\{?RANDOM\}?)/;

export const temporaryFiles: Judge = (script) => {
  const makesFolder = new Set(
    script.commands
      .filter(({ name, args }) => name === 'mkdir' && !args.some(({ text }) => /^-\w*p/.test(text)))
      .flatMap(({ args }) => args.flatMap((arg) => variableOf(arg) ?? [])),
  );
  const written = script
    .of('file_redirect')
    .map(redirectOf)
    .flatMap(({ operator, target }) =>
      WRITES.test(operator) && target && PREDICTABLE.test(target.text) ? [target.node] : [],
    );
  const named = script.of('variable_assignment').filter((node) => {
    const value = node.children().at(-1);
    return value !== undefined && PREDICTABLE.test(wordOf(value).text) && !makesFolder.has(node.child(0)?.text() ?? '');
  });
  return [...written, ...named].map((node) => ({
    rule: 'predictable-temporary-file',
    node,
    message: `Others on the machine foresee ${quoted(node)} and put a link there: use mktemp`,
  }));
};
