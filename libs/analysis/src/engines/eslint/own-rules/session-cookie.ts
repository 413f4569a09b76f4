import type { Rule } from 'eslint';
import type { CallExpression, Node, ObjectExpression } from 'estree';
import { type AnyNode, methodOf, unwrapped, valuesOf, variableOf, writtenName } from './syntax';

/** Names of cookies that let their holder in. */
const LETS_IN = /sess(?:ion)?(?:[-_.]?id)?$|(?:^|[._-])sid$|token$|jwt$|^auth/i;
/** Scripts read these on purpose, or they open nothing. */
const FOR_SCRIPTS = /csrf|xsrf|push|device|theme|consent|lang/i;
const RESPONSE = /^_?(?:res|response|reply)$/;

/** The state of an attribute of a cookie: `unknown` where it comes from elsewhere. */
type Given = 'set' | 'not set' | 'unknown';

interface Cookie {
  readonly httpOnly: Given;
  readonly secure: Given;
}

/** The object literal that a node is, or that its variable is once set to; `none` of an argument that is not there. */
function literalOf(node: Node | undefined, context: Rule.RuleContext): ObjectExpression | 'none' | undefined {
  if (node === undefined) return 'none';
  const inner = unwrapped(node);
  if (inner.type === 'ObjectExpression') return inner;
  const values = valuesOf(inner, context) ?? [];
  const value = values.length === 1 ? unwrapped(values[0]!) : undefined;
  return value?.type === 'ObjectExpression' && !isChanged(inner, context) ? value : undefined;
}

/** Whether a field of the variable is set after it was made: `options.secure = true`. */
const isChanged = (name: AnyNode, context: Rule.RuleContext): boolean =>
  variableOf(name, context)!.references.some(({ identifier }) => {
    const around = (identifier as AnyNode).parent;
    return around?.type === 'MemberExpression' && around.parent?.type === 'AssignmentExpression';
  });

function fieldOf(fields: ObjectExpression, name: string): Node | undefined {
  for (const each of fields.properties)
    if (each.type === 'Property' && writtenName(each.key, each.computed) === name) return each.value;
  return undefined;
}

const isSpread = (fields: ObjectExpression): boolean => fields.properties.some(({ type }) => type !== 'Property');

function givenIn(fields: ObjectExpression | 'none', name: string, byDefault: Given): Given {
  if (fields === 'none') return byDefault;
  const value = fieldOf(fields, name);
  if (value) return value.type === 'Literal' && !value.value ? 'not set' : 'set';
  return isSpread(fields) ? 'unknown' : byDefault;
}

/** A cookie that is taken back holds nothing. */
function isTakenBack(value: Node | undefined, options: ObjectExpression | 'none'): boolean {
  const isEmpty = value === undefined || (value.type === 'Literal' && !value.value) || isNamed(value, 'undefined');
  const age = options === 'none' ? undefined : fieldOf(options, 'maxAge');
  return isEmpty || (age?.type === 'Literal' && age.value === 0);
}

const isNamed = (node: Node, name: string): boolean => node.type === 'Identifier' && node.name === name;

/** `res.cookie('session', id, options)` of Express, `reply.setCookie(…)` of Fastify: nothing is set by default. */
function cookieOfAnswer(node: CallExpression, context: Rule.RuleContext): Cookie | undefined {
  const callee = unwrapped(node.callee);
  const method = methodOf(callee);
  if (callee.type !== 'MemberExpression' || (method !== 'cookie' && method !== 'setCookie')) return undefined;
  const answer = unwrapped(callee.object);
  if (answer.type !== 'Identifier' || !RESPONSE.test(answer.name)) return undefined;
  const [name, value, last] = node.arguments;
  if (name?.type !== 'Literal' || !LETS_IN.test(String(name.value)) || FOR_SCRIPTS.test(String(name.value)))
    return undefined;
  const options = literalOf(last, context);
  if (options === undefined || isTakenBack(value, options)) return undefined;
  return { httpOnly: givenIn(options, 'httpOnly', 'not set'), secure: givenIn(options, 'secure', 'not set') };
}

const SESSIONS: ReadonlySet<unknown> = new Set(['express-session', 'cookie-session', 'client-sessions']);

/** Whether a name stands for a package of sessions: `const session = require('express-session')`, or an import. */
function isSessions(name: AnyNode, context: Rule.RuleContext): boolean {
  const [definition] = variableOf(name, context)?.defs ?? [];
  if (definition?.type === 'ImportBinding') return SESSIONS.has(definition.parent.source.value);
  const [value] = valuesOf(name, context) ?? [];
  const required = value && unwrapped(value);
  const [source] = required?.type === 'CallExpression' && isNamed(required.callee, 'require') ? required.arguments : [];
  return source?.type === 'Literal' && SESSIONS.has(source.value);
}

/** `session({ cookie: { … } })`: scripts cannot read the cookie unless that is asked for. */
function cookieOfSessions(node: CallExpression, context: Rule.RuleContext): Cookie | undefined {
  const callee = unwrapped(node.callee);
  if (callee.type !== 'Identifier' || node.arguments.length === 0 || !isSessions(callee, context)) return undefined;
  const options = literalOf(node.arguments[0], context);
  if (options === undefined || options === 'none') return undefined;
  const written = fieldOf(options, 'cookie');
  // A property that is not written here may come from a spread, or is set on the variable later.
  if (!written && isSpread(options)) return undefined;
  const cookie = written ? literalOf(written, context) : options;
  if (cookie === undefined) return undefined;
  return { httpOnly: givenIn(cookie, 'httpOnly', 'set'), secure: givenIn(cookie, 'secure', 'not set') };
}

const judged = (description: string, problemOf: (cookie: Cookie) => string | undefined): Rule.RuleModule => ({
  meta: { type: 'problem', docs: { description }, schema: [] },
  create: (context) => ({
    CallExpression(node: CallExpression) {
      const cookie = cookieOfAnswer(node, context) ?? cookieOfSessions(node, context);
      const message = cookie && problemOf(cookie);
      if (message !== undefined) context.report({ node, message });
    },
  }),
});

/** `res.cookie('token', token)` */
export const cookieOpenToScripts = judged('require httpOnly on cookies that let their holder in', (cookie) =>
  cookie.httpOnly === 'not set'
    ? `Scripts can read this cookie${cookie.secure === 'not set' ? ', and it is sent without encryption, too' : ''}`
    : undefined,
);

/** `res.cookie('token', token, { httpOnly: true })`: one row a cookie, so that the worse is said alone. */
export const cookieWithoutSecure = judged('require secure on cookies that let their holder in', (cookie) =>
  cookie.httpOnly !== 'not set' && cookie.secure === 'not set'
    ? 'This cookie is sent over connections without encryption, too'
    : undefined,
);
