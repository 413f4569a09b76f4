import type { TreeNode } from '../../kit/parsers/tree-node';
import { type Command, type Fault, type Judge, invoked, isWholeStatement } from '../script';
import { variablesOf } from '../variables';
import { quoted } from '../words';

const SYSTEM = 'bin|boot|dev|etc|home|lib|lib64|opt|root|sbin|srv|sys|usr|var';
/** A variable, and behind it nothing but a folder that every system has: `$A/`, `$A/*`, `$A/usr`. */
const ALL_IF_EMPTY = new RegExp(String.raw`^\$(?:\{(\w+)\}|(\w+))/(?:\.?\*|\{,?\.?\*?\}|(?:${SYSTEM})/?\*?)?$`);

const removes = ({ name, args }: Command): boolean =>
  name === 'rm' && args.some(({ text }) => /^-[a-zA-Z]*[rR]|^--recursive$/.test(text));

export const removals: Judge = (script) => {
  const variables = variablesOf(script);
  return script.commands
    .map(invoked)
    .filter(removes)
    .flatMap(({ node, args }): Fault[] =>
      args
        .flatMap((arg) => {
          const [, braced, plain] = ALL_IF_EMPTY.exec(arg.text) ?? [];
          const name = braced ?? plain;
          return name === undefined || !variables.mayBeEmpty(name, arg.node)
            ? []
            : [
                {
                  rule: 'removes-all-if-empty',
                  node,
                  message: `Where ${name} is empty, ${quoted(arg.node)} is a folder of the system: write \${${name}:?}`,
                },
              ];
        })
        .slice(0, 1),
    );
};

/** Operands of `rm` that mean all of the folder that the shell is in. */
const HERE = /^(?:\.\/)?\*$|^\.$|^\.\/?$/;
const NEAR = 3;

/** `cd "$dir"; rm -rf *`: where the folder is not there, the one before is emptied. */
export const afterFailedChange: Judge = (script) => {
  if (script.sets('e', 'errexit')) return [];
  const changes = script.commands.filter(
    ({ name, args: [first] }) => name === 'cd' && first !== undefined && !first.isLiteral,
  );
  return changes.flatMap(({ node, args }): Fault[] => {
    if (!isWholeStatement(node)) return [];
    const removal = nextOf(node, node.parent()!.children()).find((each) => isHere(script.invokedAt(each)));
    return removal === undefined
      ? []
      : [
          {
            rule: 'removal-after-unchecked-cd',
            node: removal,
            message: `Where ${quoted(args[0]!.node)} is no folder, this empties the one before: write cd … || exit`,
          },
        ];
  });
};

const isHere = (command: Command | undefined): boolean =>
  command !== undefined && removes(command) && command.args.some(({ text, isQuoted }) => !isQuoted && HERE.test(text));

function nextOf(statement: TreeNode, block: readonly TreeNode[]): readonly TreeNode[] {
  // A block may have as many statements as a hostile script wants: each change of the folder looks at a few.
  let [low, high] = [0, block.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (block[middle]!.id() <= statement.id()) low = middle + 1;
    else high = middle;
  }
  return block
    .slice(low, low + 2 * NEAR)
    .filter((node) => node.isNamed())
    .slice(0, NEAR);
}
