import type { TreeNode } from '../../kit/parsers/tree-node';
import { type Command, type Fault, type Judge, type Script, around, invoked, redirectsOf } from '../script';
import { type Word, quoted, variableOf } from '../words';

const GOES_ON = /^;;?&$/;
const ANYTHING = '*';

/** Patterns of a `case` of which an earlier branch takes all. */
export const cases: Judge = (script) =>
  script.of('case_statement').flatMap((node): Fault[] => {
    const items = node.children().filter((part) => part.kind() === 'case_item');
    if (items.some((item) => item.children().some((part) => GOES_ON.test(part.kind())))) return [];
    const seen = new Set<string>();
    const faults: Fault[] = [];
    for (const item of items) {
      const patterns = patternsOf(item);
      const taken = seen.has(ANYTHING) ? patterns[0] : patterns.find((pattern) => seen.has(pattern));
      const what = seen.has(ANYTHING) ? `takes everything, and ${taken}` : `has ${taken}, which`;
      if (taken !== undefined)
        faults.push({
          rule: 'unreachable-case',
          node: item.child(0)!,
          message: `An earlier branch ${what} never gets to this one`,
        });
      for (const pattern of patterns) seen.add(pattern);
    }
    return faults;
  });

const LONGEST_PATTERN = 60;

/** The patterns before the parenthesis of a branch, as they are written: the parser has several nodes for one. */
function patternsOf(item: TreeNode): string[] {
  const parts = item.children();
  const end = parts.findIndex((part) => part.kind() === ')');
  const patterns = [''];
  for (const part of parts.slice(0, Math.max(0, end))) {
    if (part.kind() === '|') patterns.push('');
    else if (part.kind() !== '(') patterns.push(`${patterns.pop()!}${part.text().slice(0, LONGEST_PATTERN)}`);
  }
  return patterns.filter((pattern) => pattern !== '' && pattern.length < LONGEST_PATTERN && !/[$`]/.test(pattern));
}

/** `exit "no"`, `return 300`: a status is a number up to 255. */
export const statuses: Judge = ({ commands }) =>
  commands.flatMap(({ node, name, args: [first] }): Fault[] => {
    if ((name !== 'exit' && name !== 'return') || !first) return [];
    if (first.isLiteral && /^\d+$/.test(first.text) && Number(first.text) > 255)
      return [fault(node, `A status has 8 bits: ${first.text} becomes ${Number(first.text) % 256}`)];
    return saysText(first) ? [fault(node, `${name} takes a number, and ${quoted(first.node)} is none`)] : [];
  });

const fault = (node: TreeNode, message: string): Fault => ({ rule: 'invalid-status', node, message });

/** Whether something else than digits stands in it, whatever the variables hold. Many shells take `-1`. */
function saysText({ node, text, isLiteral }: Word): boolean {
  if (isLiteral) return text !== '' && !/^[-+]?\d+$/.test(text);
  return (
    node.kind() === 'string' &&
    node.children().some((part) => part.kind() === 'string_content' && /[A-Za-z]/.test(part.text()))
  );
}

/** `{1..$n}`: bash expands braces before variables. */
export const ranges: Judge = (script) =>
  /\b(?:zsh|ksh)\b/.test(script.shebang)
    ? []
    : script.of('for_statement').flatMap((node): Fault[] =>
        node
          .children()
          .filter(
            (part) =>
              /^(?:concatenation|brace_expression)$/.test(part.kind()) &&
              /^\{(?:\w+|\$\{?\w+\}?)\.\.(?:\w+|\$\{?\w+\}?)\}$/.test(part.text()) &&
              part.text().includes('$'),
          )
          .map((part) => ({
            rule: 'range-with-variable',
            node: part,
            message: `${quoted(part)} is one word: the shell expands ranges before variables. Use seq or for ((…))`,
          })),
      );

/** Variables that `read` fills. */
const readIn = ({ commands }: Script): ReadonlySet<string> =>
  new Set(
    commands
      .filter(({ name }) => name === 'read')
      .flatMap(({ args }) => args.filter(({ text }) => /^\w+$/.test(text)).map(({ text }) => text)),
  );

/** `eval "$1"`, outside of functions, whose callers stand in the script. */
export const evaluation: Judge = (script) => {
  const read = readIn(script);
  return script.commands
    .filter(({ name }) => name === 'eval')
    .flatMap(({ node, args }): Fault[] => {
      const input = args.find((arg) => {
        const name = variableOf(arg) ?? '';
        return read.has(name) || (/^[1-9@*]$/.test(name) && around(node, /^function_definition$/) === undefined);
      });
      return input === undefined
        ? []
        : [
            {
              rule: 'evaluated-input',
              node,
              message: `eval runs what ${quoted(input.node)} holds as commands: run "$@", or choose by case`,
            },
          ];
    });
};

/** Programs that read the input of the loop to its end. */
function eats({ name, args, node }: Command): boolean {
  if (redirectsOf(node).some(({ operator }) => operator === '<')) return false;
  if (name === 'ssh') return args.length > 1 && !args.some(({ text }) => /^-[a-zA-Z]*[nfN]/.test(text));
  return name === 'ffmpeg' && !args.some(({ text }) => text === '-nostdin');
}

const READS_LINES = /^(?:IFS=\S*\s+)?read(?:\s+-r)?(?:\s+\w+)*$/;

/** `while read …; do ssh …; done < file`: the first turn takes all lines. */
export const eatenInput: Judge = (script) =>
  script.commands
    .map(invoked)
    .filter(eats)
    .flatMap(({ node, name }): Fault[] => {
      const body = around(node, /^(?:do_group|function_definition|pipeline|command_substitution)$/);
      const loop = body?.kind() === 'do_group' ? body.parent() : undefined;
      const condition = loop?.kind() === 'while_statement' ? loop.child(1) : undefined;
      const isPlainRead = condition?.kind() === 'command' && READS_LINES.test(condition.text().slice(0, 300));
      const isFed =
        loop !== undefined &&
        loop !== null &&
        (redirectsOf(loop).some(({ operator }) => operator === '<') || loop.parent()?.kind() === 'pipeline');
      return isPlainRead && isFed
        ? [
            {
              rule: 'loop-input-eaten',
              node,
              message: `${name} reads the lines of the loop, which ends after its first turn: give it < /dev/null`,
            },
          ]
        : [];
    });
