import type { Weakness } from '../interpret/run';
import { type Expression, type FunctionForm, type ModuleForm, type Place, type Target, lineOf } from '../ir';

type Maker = 'new' | 'new[]' | 'malloc' | 'nothing' | 'else';

interface Member {
  readonly makers: Map<Maker, Place>;
  readonly releases: { readonly by: 'delete' | 'delete[]' | 'free'; readonly file: string; readonly at: Place }[];
}

const COUNTERPARTS: Readonly<Partial<Record<Maker, string>>> = { new: 'delete', 'new[]': 'delete[]', malloc: 'free' };

/** Judges members of classes that one method makes and another one releases, each in its own way. */
export function judgeMembers({ functions, classes }: ModuleForm, judge: (weakness: Weakness) => void): void {
  const members = new Map<string, Member>();
  const methods = [...functions, ...classes.flatMap((each) => each.methods.map((method) => method.function))];
  for (const form of new Set(methods)) {
    const owner = form.self === undefined ? undefined : form.name.split('.')[0];
    if (owner !== undefined) collect(form.body, { form, owner, members });
  }
  for (const { makers, releases } of members.values()) {
    makers.delete('nothing');
    const [only, ...others] = makers;
    const counterpart = only === undefined || others.length > 0 ? undefined : COUNTERPARTS[only[0]];
    if (only === undefined || counterpart === undefined) continue;
    for (const { by, file, at } of releases)
      if (by !== counterpart) {
        const says = `What ${only[0]} made on line ${lineOf(only[1])} is released by ${by}`;
        judge({ weakness: 'mismatched-release', file, at, says });
      }
  }
}

interface Where {
  readonly form: FunctionForm;
  readonly owner: string;
  readonly members: Map<string, Member>;
}

function collect(node: unknown, where: Where): void {
  if (Array.isArray(node)) for (const each of node) collect(each, where);
  else if (typeof node === 'object' && node !== null) {
    const { kind } = node as { kind?: unknown };
    if (kind === 'function' || kind === 'class') return;
    if (kind === 'assign') assigned(node as Extract<Expression, { kind: 'assign' }>, where);
    for (const each of Object.values(node)) if (typeof each === 'object') collect(each, where);
  }
}

function assigned({ target, value, at }: Extract<Expression, { kind: 'assign' }>, where: Where): void {
  const name = nameOf(target, where);
  if (name === undefined) return;
  const key = `${where.owner}.${name}`;
  const member: Member = where.members.get(key) ?? { makers: new Map(), releases: [] };
  where.members.set(key, member);
  const called = nameOfCall(value);
  // Of a member that is released, the release itself is what it is set to.
  if (called === 'delete' || called === 'delete[]' || called === 'free')
    member.releases.push({ by: called, file: where.form.file, at });
  else member.makers.set(makerOf(value, called), at);
}

const nameOf = (target: Target, { form }: Where): string | undefined =>
  target.kind === 'field' && target.object.kind === 'variable' && target.object.id === form.self
    ? target.name
    : undefined;

function makerOf(value: Expression, called: string | undefined): Maker {
  if (value.kind === 'literal') return value.value === null || value.value === 0 ? 'nothing' : 'else';
  if (called === 'new' || called === 'new[]') return called;
  return called === 'malloc' || called === 'calloc' ? 'malloc' : 'else';
}

/** The name of the called function, without a cast that only gives the type of the result. */
function nameOfCall(value: Expression): string | undefined {
  if (value.kind !== 'call') return undefined;
  const { callee, args } = value;
  const name =
    callee.kind === 'global' ? callee.name.replace(/^c\./, '') : callee.kind === 'import' ? callee.module.slice(3) : '';
  return name === 'shape' && args[0] ? nameOfCall(args[0].value) : name;
}
