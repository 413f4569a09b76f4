import type { TreeNode } from '../../kit/parsers/tree-node';
import { type Fault, type Judge, type Script, around } from '../script';
import { nameIn, quoted, wordOf } from '../words';

/** A test of the shell, as the command gets it: a list of words. */
interface Test {
  readonly node: TreeNode;
  /** Whether it is `[[`, of which the shell knows the grammar. */
  readonly isDouble: boolean;
  readonly items: readonly TreeNode[];
}

const GROUPS = /^(?:unary|binary|parenthesized|negated)_expression$/;
const MOST_ITEMS = 200;

/** The words of a test in their order: the parser nests them by a precedence that `[` does not have. */
function itemsIn(node: TreeNode): TreeNode[] {
  const items: TreeNode[] = [];
  const waiting = [...node.children()].toReversed();
  for (let next = waiting.pop(); next && items.length < MOST_ITEMS; next = waiting.pop()) {
    if (!GROUPS.test(next.kind())) items.push(next);
    else for (const child of next.children().toReversed()) waiting.push(child);
  }
  return items;
}

function testsIn(script: Script): Test[] {
  const brackets = script.of('test_command').flatMap((node) => {
    const isPlain = node.child(0)?.kind() === '[';
    if (!isPlain && node.child(0)?.kind() !== '[[') return [];
    return [{ node, isDouble: !isPlain, items: itemsIn(node).slice(1, -1) }];
  });
  const commands = script.commands
    .filter(({ name, args }) => name === 'test' && args.length < MOST_ITEMS)
    .map(({ node, args }) => ({ node, isDouble: false, items: args.map((arg) => arg.node) }));
  return [...brackets, ...commands];
}

const SIGNS = /^(?:&&|\|\||[()!])$/;

/** Which of the words end or begin an operand; `-o` does so behind one, and in front of one it asks for an option. */
function jointsIn({ isDouble, items }: Test): boolean[] {
  const joints: boolean[] = [];
  for (const [at, item] of items.entries()) {
    const text = item.text();
    joints.push(SIGNS.test(text) || (!isDouble && /^-[ao]$/.test(text) && joints[at - 1] === false));
  }
  return joints;
}

/** Operands that are asked for nothing but whether they are empty. */
function bare(test: Test): TreeNode[] {
  const joints = jointsIn(test);
  return test.items.filter((_, at) => !joints[at] && joints[at - 1] !== false && joints[at + 1] !== false);
}

const fault = (rule: string, node: TreeNode, message: string): Fault => ({ rule, node, message });

const WITHOUT_SPACES = /^(?:word|concatenation)$/;

/** `[ $a=b ]`: one word, which is never empty. */
const withoutSpaces = (test: Test): Fault[] =>
  bare(test)
    .filter((item) => {
      const parts = item.kind() === 'concatenation' ? item.children() : [item];
      const isJoined = parts.some(
        (part, at) =>
          part.kind() === 'word' && /[!=]=|=/.test(part.text()) && (at > 0 || /^[\w.-]+!?==?/.test(part.text())),
      );
      return WITHOUT_SPACES.test(item.kind()) && isJoined && !item.text().startsWith('-');
    })
    .map((item) =>
      fault(
        'test-without-spaces',
        item,
        `${quoted(item)} is one word, and the test always holds: put spaces around the operator`,
      ),
    );

/** A length, a number of arguments and the like are never empty. */
const MAY_BE_EMPTY = /^(?:simple_expansion|expansion|command_substitution)$/;
const NEVER_EMPTY = /^\$(?:[#?$!-]|\{#)|^\$\{[^}]*:?[-=?][^}]+\}$/;

/** `[ -n $x ]`: where nothing is in `x`, `-n` itself is asked whether it is empty. */
const unquotedOperand = (test: Test): Fault[] => {
  const joints = jointsIn(test);
  return test.items.flatMap((item, at) => {
    const operand = test.items[at + 1];
    if (test.isDouble || item.text() !== '-n' || !operand) return [];
    if (joints[at - 1] === false || joints[at + 2] === false) return [];
    if (!MAY_BE_EMPTY.test(operand.kind()) || NEVER_EMPTY.test(operand.text())) return [];
    return [
      fault(
        'unquoted-test-operand',
        operand,
        `Where ${quoted(operand)} is empty, -n stands alone, and the test holds: put it in double quotes`,
      ),
    ];
  });
};

/** Whether a value has a text of its own, beside what variables and commands put into it. */
function hasText(value: TreeNode): boolean {
  const parts = /^(?:concatenation|string)$/.test(value.kind()) ? value.children() : [value];
  return parts.some(
    (part) => /^(?:word|number|string_content|raw_string)$/.test(part.kind()) && /[^'\s]/.test(part.text()),
  );
}

/** Whether the script gives a variable a text above, on each way to the place, and never anything else. */
function isFilledAbove(operand: TreeNode, script: Script): boolean {
  const name = nameIn(operand);
  const values = script.of('variable_assignment').filter((node) => node.child(0)?.text() === name);
  if (name === undefined || !values.every((node) => hasText(node.children().at(-1)!))) return false;
  const surrounding = new Set<number>();
  for (let node = operand.parent(); node; node = node.parent()) surrounding.add(node.id());
  return values.some((node) => {
    const parent = node.parent();
    const block = parent?.kind() === 'declaration_command' ? parent.parent() : parent;
    return node.place < operand.place && block !== null && surrounding.has(block?.id() ?? -1);
  });
}

/** `[ $a > 5 ]`: a file named 5. */
const writesFile = ({ node, isDouble, items }: Test): Fault[] =>
  items.flatMap((item, at) => {
    const target = items[at + 1];
    if (isDouble || !/^[<>]$/.test(item.kind()) || item.isNamed() || !target || at === 0) return [];
    if (target.text().startsWith('/dev/')) return [];
    const [what, instead] = item.kind() === '>' ? ['writes to', '-gt'] : ['reads from', '-lt'];
    return [
      fault(
        'comparison-writes-file',
        node,
        `${item.kind()} ${what} a file named ${quoted(target)} here: use ${instead}, or [[ to compare texts`,
      ),
    ];
  });

const FALSE = /^(?:0|false|no|off|null|nil)$/i;
const NAME = /^[A-Za-z_]\w*$/;
const ALWAYS = /^(?:true|yes|on)$/i;

/** `[ false ]`: a text that is not empty. */
const constant = (test: Test): Fault[] =>
  bare(test)
    .filter((item) => {
      const { text, isLiteral, isQuoted } = wordOf(item);
      return isLiteral && !isQuoted && (FALSE.test(text) || (NAME.test(text) && !ALWAYS.test(text)));
    })
    .map((item) =>
      fault(
        'constant-test',
        item,
        FALSE.test(item.text())
          ? `${quoted(item)} is a text that is not empty, and the test holds: write the command false without brackets`
          : `${quoted(item)} is a text that is not empty, and the test holds: write $${quoted(item)} for the variable`,
      ),
    );

/** `[ $a = 1 && $b = 2 ]`: the shell ends the command at `&&`. */
const joined = ({ node, isDouble, items }: Test): Fault[] =>
  isDouble
    ? []
    : items
        .filter((item) => !item.isNamed() && /^(?:&&|\|\|)$/.test(item.kind()))
        .slice(0, 1)
        .map((item) =>
          fault(
            'joint-in-test',
            node,
            `${item.kind()} ends the command [ in the middle: close the test before it, and open another one`,
          ),
        );

/** `[ "$a" = *.txt ]`: the shell puts the names of files there. */
const pattern = ({ isDouble, items }: Test): Fault[] =>
  items.flatMap((item, at) => {
    const right = items[at + 1];
    if (isDouble || !right || at === 0 || !/^(?:==?|!=)$/.test(item.text())) return [];
    const parts = right.kind() === 'concatenation' ? right.children() : [right];
    if (!parts.some((part) => /^(?:word|extglob_pattern)$/.test(part.kind()) && /(^|[^\\])[*?]/.test(part.text())))
      return [];
    return [
      fault(
        'pattern-in-test',
        right,
        `[ compares with ${quoted(right)} as a text, or with the names of files: use [[ or case for a pattern`,
      ),
    ];
  });

const CHECKS = [withoutSpaces, unquotedOperand, writesFile, constant, joined, pattern];

export const tests: Judge = (script) =>
  testsIn(script)
    // Texts of another program, such as those that a test feeds to a shell, stand within quotes and are not parsed.
    .filter(({ node }) => around(node, /^arithmetic_expansion$/) === undefined)
    .flatMap((test) => CHECKS.flatMap((check) => check(test)))
    .filter(({ rule, node }) => rule !== 'unquoted-test-operand' || !isFilledAbove(node, script));
