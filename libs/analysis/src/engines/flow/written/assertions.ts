import { type Syntax, field, kindOf, placeOfNode } from '../lower/syntax';
import { unwrapped } from '../lower/c/places';
import { type Fault, type FunctionOfC, nameOfCall } from './function';
import { argumentsOf, withoutCasts } from './uses';

/** Functions whose result, or what they write to the arguments from a position on, comes from outside. */
const GIVES =
  /^(?:recv|recvfrom|recvmsg|p?read|fread|(?:secure_)?getenv|f?getc|getchar|f?scanf|accept|SSL_read|BIO_read)$/;
const FILLS: Readonly<Record<string, number>> = {
  scanf: 1,
  fscanf: 2,
  fgets: 0,
  fread: 0,
  read: 1,
  recv: 1,
  recvfrom: 1,
  SSL_read: 1,
  BIO_read: 1,
};
/** They make numbers of texts. */
const PARSES = /^(?:ato[ifl]|atoll|strto[a-z]+)$/;

/** Judges assertions that input decides about: its sender ends the program. */
export function judgeAssertions(form: FunctionOfC, tell: (fault: Fault) => void): void {
  if (!form.nodes.some((node) => isAssertion(node))) return;
  const given = new Map<string, string>();
  const isMain = form.name === 'main' || form.name === 'wmain';
  if (isMain)
    for (const name of ['argc', 'argv']) if (form.names.has(name)) given.set(name, 'the arguments of the program');
  for (const node of form.nodes) {
    if (isAssertion(node)) {
      const [condition] = argumentsOf(node);
      const name = condition && namesIn(condition).find((each) => given.has(each));
      if (name !== undefined)
        tell({
          weakness: 'assertion-on-input',
          at: placeOfNode(node),
          says: `${name} comes from ${given.get(name)}: whoever sends it ends the program`,
        });
    } else keepGiven(node, given);
  }
}

const isAssertion = (node: Syntax): boolean => kindOf(node) === 'call_expression' && nameOfCall(node) === 'assert';

function namesIn(node: Syntax): string[] {
  const found: string[] = [];
  const waiting: Syntax[] = [node];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (kindOf(next) === 'identifier') found.push(next.text());
    for (const child of next.children()) waiting.push(child);
  }
  return found;
}

/** Keeps the variables that a node gives input to. */
function keepGiven(node: Syntax, given: Map<string, string>): void {
  switch (kindOf(node)) {
    case 'assignment_expression':
      keepValue(field(node, 'left')?.text() ?? '', field(node, 'right'), given);
      return;
    case 'init_declarator':
      keepValue(/(\w+)$/.exec(field(node, 'declarator')?.text() ?? '')?.[1] ?? '', field(node, 'value'), given);
      return;
    case 'call_expression': {
      const name = nameOfCall(node);
      const first = Object.hasOwn(FILLS, name) ? FILLS[name]! : undefined;
      if (first === undefined) return;
      const all = argumentsOf(node);
      for (const each of name.includes('scanf') ? all.slice(first) : all.slice(first, first + 1)) {
        const target = withoutCasts(each);
        const place = kindOf(target) === 'pointer_expression' ? field(target, 'argument') : target;
        if (place && kindOf(unwrapped(place)) === 'identifier') given.set(unwrapped(place).text(), name);
      }
      return;
    }
    default:
  }
}

function keepValue(target: string, value: Syntax | undefined, given: Map<string, string>): void {
  if (!value || !/^\w+$/.test(target)) return;
  const call = withoutCasts(value);
  const name = kindOf(call) === 'call_expression' ? nameOfCall(call) : '';
  if (GIVES.test(name)) given.set(target, name);
  else if (PARSES.test(name)) {
    const from = namesIn(call).find((each) => given.has(each));
    if (from !== undefined) given.set(target, given.get(from)!);
  } else given.delete(target);
}
