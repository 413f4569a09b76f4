import type { Command, Fault, Judge } from '../script';
import { quoted } from '../words';

const NAME = /^[A-Za-z_]\w*$/;
/** Commands that take `=` as an argument. */
const KNOWN: ReadonlySet<string> = new Set(
  'test expr echo printf let set alias print dc bc return exit grep egrep fgrep sed awk cut sort tr find cat'.split(
    ' ',
  ),
);
const DECLARES = /^(?:declare|local|export|readonly|typeset)$/;

function faultOf({ node, name, args: [first, second] }: Command): Fault | undefined {
  const command = node.children().find((part) => part.kind() === 'command_name');
  const written = command?.child(0);
  if (written?.kind() === 'concatenation') {
    const [variable, rest] = written.children();
    // `$command=x` of an eval stands in quotes.
    const isVariable = variable?.kind() === 'simple_expansion' && variable.child(1)?.kind() === 'variable_name';
    if (isVariable && rest?.kind() === 'word' && /^=(?!=)/.test(rest.text()))
      return {
        rule: 'broken-assignment',
        node: written,
        message: `${quoted(written)} is run as a command: write the name without $`,
      };
  }
  const at = DECLARES.test(name) ? second : first;
  if (at?.node.kind() !== 'word' || at.node.text() !== '=') return undefined;
  if (DECLARES.test(name)) {
    if (!first || !NAME.test(first.text)) return undefined;
    return {
      rule: 'broken-assignment',
      node: at.node,
      message: `${name} gets = as a name of its own: write ${first.text}= without spaces`,
    };
  }
  if (!second || !NAME.test(name) || KNOWN.has(name)) return undefined;
  return {
    rule: 'broken-assignment',
    node,
    message: `${name} is run as a command that gets = as an argument: write ${name}= without spaces`,
  };
}

export const assignments: Judge = ({ commands }) => commands.flatMap((command) => faultOf(command) ?? []);
