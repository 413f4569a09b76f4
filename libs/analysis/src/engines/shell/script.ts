import type { Severity } from '@assay/kernel';
import type { TreeNode } from '../kit/parsers/tree-node';
import { type Word, wordOf } from './words';

export interface Redirect {
  readonly node: TreeNode;
  readonly operator: string;
  /** The number before the operator. Default: 1 where it writes, 0 where it reads. */
  readonly descriptor: number;
  readonly target: Word | undefined;
}

export interface Command {
  readonly node: TreeNode;
  /** Without a folder of the system; empty where the script puts it together. */
  readonly name: string;
  readonly args: readonly Word[];
}

/** A report of a check. */
export interface Fault {
  readonly rule: string;
  readonly node: TreeNode;
  readonly message: string;
  /** Where the rule’s own is not that of this place. */
  readonly severity?: Severity;
}

export type Judge = (script: Script) => readonly Fault[];

const STATEMENTS: ReadonlySet<string> = new Set(
  (
    'program compound_statement do_group if_statement elif_clause else_clause case_item case_statement subshell ' +
    'command_substitution process_substitution function_definition while_statement for_statement'
  ).split(' '),
);
const ERROR = 'ERROR';
const DECLARATIONS: readonly string[] = ['declaration_command', 'unset_command'];

/** A script, as far as the parser could read it. */
export class Script {
  private readonly byKind = new Map<string, TreeNode[]>();
  readonly commands: readonly Command[];
  private byNode: ReadonlyMap<number, Command> | undefined;
  /** The first line, where it names the program that runs the script. */
  readonly shebang: string;

  constructor(
    readonly text: string,
    root: TreeNode,
  ) {
    this.shebang = /^#!.*/.exec(text)?.[0] ?? '';
    const broken = brokenIn(root);
    for (const node of nodesIn(root)) if (!broken.has(node.id()) && !isMangled(node, text)) this.take(node);
    this.commands = [
      ...this.of('command').map(commandOf),
      ...DECLARATIONS.flatMap((kind) => this.of(kind)).map(declarationOf),
    ];
  }

  private take(node: TreeNode): void {
    if (!node.isNamed()) return;
    const known = this.byKind.get(node.kind());
    if (known) known.push(node);
    else this.byKind.set(node.kind(), [node]);
  }

  /** The command that a node is, without the programs that only run it. */
  invokedAt(node: TreeNode | undefined): Command | undefined {
    this.byNode ??= new Map(this.commands.map((command) => [command.node.id(), invoked(command)]));
    return node && this.byNode.get(node.id());
  }

  /** The nodes of a kind, in the order of the file. */
  of(kind: string): readonly TreeNode[] {
    return this.byKind.get(kind) ?? [];
  }

  /** Whether it sets an option of the shell for all of it: `set -e` or `set -o errexit`. */
  sets(letter: string, name: string): boolean {
    const short = new RegExp(`^-[A-Za-z]*${letter}`);
    return (
      new RegExp(`^#!.*\\s-[a-zA-Z]*${letter}`).test(this.shebang) ||
      this.commands.some(
        (command) => command.name === 'set' && command.args.some(({ text }) => short.test(text) || text === name),
      )
    );
  }
}

/** All nodes that could be read, in the order of the file. */
function* nodesIn(root: TreeNode): Generator<TreeNode> {
  const waiting: TreeNode[] = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.kind() === ERROR) continue;
    yield node;
    // One by one: a hostile script has more of them than a call takes arguments.
    const children = node.children();
    for (let at = children.length - 1; at >= 0; at -= 1) waiting.push(children[at]!);
  }
}

/** Nodes in which something could not be read: the tree may say what the script does not. */
function brokenIn(root: TreeNode): ReadonlySet<number> {
  const broken = new Set<number>();
  for (const node of nodesIn(root)) {
    const isBroken = node.children().some((child) => child.kind() === ERROR || (child.isEmpty && !child.isNamed()));
    for (let at: TreeNode | null = isBroken ? node : null; at && !STATEMENTS.has(at.kind()); at = at.parent()) {
      if (broken.has(at.id())) break;
      broken.add(at.id());
    }
  }
  return broken;
}

/** A command ends with its line. The parser takes the next line, too, where it could not read the first. */
function isMangled(node: TreeNode, text: string): boolean {
  if (node.kind() !== 'command') return false;
  const parts = node.children();
  return parts.some((part, at) => {
    if (at === 0) return false;
    const between = text.slice(parts[at - 1]!.range().end.index, part.range().start.index);
    return /(^|[^\\\r])\r?\n/.test(between);
  });
}

function commandOf(node: TreeNode): Command {
  const parts = node.children();
  const at = parts.findIndex((part) => part.kind() === 'command_name');
  const first = parts[at]?.child(0);
  const name = first ? wordOf(first) : undefined;
  return {
    node,
    name: name?.isLiteral ? baseName(name.text) : '',
    args: parts
      .slice(at + 1)
      .filter((part) => part.isNamed() && !part.kind().endsWith('_redirect'))
      .map(wordOf),
  };
}

function declarationOf(node: TreeNode): Command {
  const [first, ...rest] = node.children();
  return { node, name: first?.text() ?? '', args: rest.map(wordOf) };
}

/** `/usr/bin/test` is `test`; `script/test` is a program of the project. */
const baseName = (path: string): string => path.replace(/^\/(?:usr\/(?:local\/)?)?s?bin\/(?=[^/]+$)/, '');

/** Programs that run the command behind them, and their options with a value. */
const WRAPPERS: ReadonlyMap<string, RegExp> = new Map([
  ['sudo', /^-[ughpCrtUDRT]$/],
  ['doas', /^-[uC]$/],
  ['env', /^-[uCS]$/],
  ['command', /^$/],
  ['exec', /^-a$/],
  ['nohup', /^$/],
  ['time', /^-[fo]$/],
  ['nice', /^-n$/],
  ['timeout', /^-[ks]$/],
]);

const MOST_WRAPPERS = 10;

/** The command that is run in the end: `rm` of `sudo -u app rm x`. */
export function invoked(command: Command): Command {
  let { name, args } = command;
  for (let count = 0; count < MOST_WRAPPERS; count += 1) {
    const option = WRAPPERS.get(name);
    if (!option) break;
    let at = 0;
    while (at < args.length && /^-|^\w+=/.test(args[at]!.text)) at += option.test(args[at]!.text) ? 2 : 1;
    if (name === 'timeout') at += 1;
    const next = args[at];
    if (!next) break;
    name = next.isLiteral ? baseName(next.text) : '';
    args = args.slice(at + 1);
  }
  return { node: command.node, name, args };
}

/** The redirects of a command, or of a group of commands. */
export function redirectsOf(node: TreeNode): readonly Redirect[] {
  const parent = node.parent();
  const isFirst = parent?.kind() === 'redirected_statement' && parent.child(0)?.id() === node.id();
  const within = node.kind() === 'command' ? node.children() : [];
  return [...within, ...(isFirst ? parent.children() : [])]
    .flatMap((part) => (part.kind() === 'heredoc_redirect' ? part.children() : [part]))
    .filter((part) => part.kind() === 'file_redirect')
    .map(redirectOf);
}

export function redirectOf(node: TreeNode): Redirect {
  const parts = node.children();
  const at = parts.findIndex((part) => !part.isNamed());
  const operator = parts[at]?.text() ?? '';
  const before = at > 0 ? Number(parts[0]!.text()) : Number(!operator.startsWith('<'));
  const target = parts[at + 1];
  return { node, operator, descriptor: before, target: target && wordOf(target) };
}

/** Lists of commands are nested in their first one: a hostile script has as many levels as it has commands. */
const MOST_LEVELS = 300;

/** The innermost node of one of these kinds around a node. */
export function around(node: TreeNode, kinds: RegExp): TreeNode | undefined {
  let above = node.parent();
  for (let level = 0; above && level < MOST_LEVELS; level += 1, above = above.parent())
    if (kinds.test(above.kind())) return above;
  return undefined;
}

/** Whether a node is a statement of a block by itself: nothing is joined to it. */
export const isWholeStatement = (node: TreeNode): boolean => STATEMENTS.has(node.parent()?.kind() ?? '');
