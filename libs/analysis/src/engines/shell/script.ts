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
const DECLARATIONS: readonly string[] = ['declaration_command', 'unset_command'];

/** A script, as far as the parser could read it. */
export class Script {
  private readonly byKind = new Map<string, TreeNode[]>();
  readonly commands: readonly Command[];
  /** The first line, where it names the program that runs the script. */
  readonly shebang: string;

  constructor(
    readonly text: string,
    root: TreeNode,
  ) {
    this.shebang = /^#!.*/.exec(text)?.[0] ?? '';
    const broken = brokenIn(root);
    const waiting: TreeNode[] = [root];
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      if (node.kind() === 'ERROR') continue;
      if (!broken.has(node.id()) && !isMangled(node, text)) this.take(node);
      waiting.push(...node.children().toReversed());
    }
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

/** Nodes in which something could not be read: the tree may say what the script does not. */
function brokenIn(root: TreeNode): ReadonlySet<number> {
  const broken = new Set<number>();
  const waiting: TreeNode[] = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.kind() === 'ERROR' || (node.isEmpty && !node.isNamed())) {
      for (let above = node.parent(); above && !STATEMENTS.has(above.kind()); above = above.parent()) {
        if (broken.has(above.id())) break;
        broken.add(above.id());
      }
    }
    if (node.kind() !== 'ERROR') waiting.push(...node.children());
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

/** The command that is run in the end: `rm` of `sudo -u app rm x`. */
export function invoked(command: Command): Command {
  let { name, args } = command;
  for (let option = WRAPPERS.get(name); option; option = WRAPPERS.get(name)) {
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

/** Whether a node stands within one of these kinds, or the other way round: in which it stands first. */
export function around(node: TreeNode, kinds: RegExp): TreeNode | undefined {
  for (let above = node.parent(); above; above = above.parent()) if (kinds.test(above.kind())) return above;
  return undefined;
}

/** The statement of a block that a command belongs to, with its redirects and what it is joined with. */
export function statementOf(node: TreeNode): TreeNode {
  let statement = node;
  for (let above = node.parent(); above && !STATEMENTS.has(above.kind()); above = above.parent()) statement = above;
  return statement;
}
