import type { TreeNode } from '../kit/parsers/tree-node';
import { type Script, around, invoked } from './script';
import { nameIn, wordOf } from './words';

/** Knowledge of the variables of a script, as far as one look tells. */
export interface Variables {
  /** Whether nothing in the script says that it holds something. */
  readonly mayBeEmpty: (name: string, at: TreeNode) => boolean;
}

/** Variables that the system or a build server sets. */
const SET_BEFORE = new RegExp(
  String.raw`^(?:HOME|PWD|OLDPWD|TMPDIR|TMP|TEMP|USER|LOGNAME|SHELL|DESTDIR|WORKSPACE|BUILD_\w+DIRECTORY|` +
    String.raw`(?:GITHUB|RUNNER|CI|GITLAB|TRAVIS|CIRCLE|BUILDKITE|JENKINS|BATS|XDG|AGENT|SYSTEM)_\w+|` +
    String.raw`(?:src|pkg|start|build)dir)$`,
);
const POSITION = /^[1-9@*]$/;
const ASKED = /^(?:test_command|case_statement)$/;
const MOST_STEPS = 8;

export function variablesOf(script: Script): Variables {
  const values = new Map<string, TreeNode[]>();
  for (const node of script.of('variable_assignment')) {
    const [name, value] = [node.child(0), node.children().at(-1)];
    if (!name || !value) continue;
    const known = values.get(name.text());
    if (known) known.push(value);
    else values.set(name.text(), [value]);
  }
  const given = new Set(
    [...script.of('for_statement'), ...script.of('select_statement')].flatMap(
      (node) =>
        node
          .children()
          .find((part) => part.kind() === 'variable_name')
          ?.text() ?? [],
    ),
  );
  for (const command of script.commands) {
    const { name, args } = invoked(command);
    if (/^(?:read|mapfile|readarray|getopts|printf)$/.test(name)) for (const { text } of args) given.add(text);
  }
  const asked = askedIn(script);
  const sources = script.commands.some(({ name }) => name === '.' || name === 'source');
  const isSet = script.sets('u', 'nounset');

  const mayBeEmpty = (name: string, at: TreeNode, steps = 0): boolean => {
    if (steps > MOST_STEPS || asked.has(name) || given.has(name) || SET_BEFORE.test(name)) return false;
    // A function gets its arguments from the script itself. The script may be started without any.
    if (POSITION.test(name)) return around(at, /^function_definition$/) === undefined && !/\$#|\$\{#/.test(script.text);
    const known = values.get(name);
    if (known === undefined) return !sources;
    return known.every((value) => isEmptyOr(value, (inner) => mayBeEmpty(inner, value, steps + 1)));
  };
  return { mayBeEmpty: (name, at) => !isSet && mayBeEmpty(name, at) };
}

/** Whether a value is empty, or nothing but a variable that may be. */
function isEmptyOr(value: TreeNode, isEmpty: (name: string) => boolean): boolean {
  if (value.kind() === '=' || value.text() === '""' || value.text() === "''") return true;
  const inner = value.kind() === 'string' && value.children().length === 3 ? value.child(1)! : value;
  const name = nameIn(inner);
  return name !== undefined && (inner === value || wordOf(value).text === inner.text()) && isEmpty(name);
}

/** The names of variables that the script asks about, or of which it says what to do where they are empty. */
function askedIn(script: Script): ReadonlySet<string> {
  const asked = new Set<string>();
  const tests = [
    ...script.of('test_command'),
    ...script.commands.filter(({ name }) => name === 'test').map(({ node }) => node),
    ...script.of('case_statement').flatMap((node) => node.child(1) ?? []),
  ];
  for (const expansion of [...script.of('simple_expansion'), ...script.of('expansion')]) {
    const named = expansion
      .children()
      .find((part) => part.kind().endsWith('variable_name'))
      ?.text();
    if (named !== undefined && expansion.children().some((part) => /^:?[?=]$/.test(part.kind()))) asked.add(named);
  }
  for (const test of tests.filter((node) => !ASKED.test(node.parent()?.kind() ?? '')))
    for (const [, named] of test
      .text()
      .slice(0, 2_000)
      .matchAll(/\$\{?(\w+|[#@*])/g))
      asked.add(named!);
  return asked;
}
