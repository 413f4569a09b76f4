import type { Rule } from 'eslint';
import type { AssignmentExpression, Node, Property, VariableDeclarator } from 'estree';
import { type AnyNode, unwrapped, writtenName } from './syntax';

/** Names whose value signs or encrypts, or is shown to a server, and is nothing else. */
const KEY_NAME = new RegExp(
  '(?:(?:cookie|session|jwt|token|signing|app|auth|client|csrf|hmac|webhook)[_-]?(?:secret|salt)' +
    '|(?:crypto|encryption|signing|private|secret|jwt|hmac|cookie|session|master)[_-]?key|api[_-]?(?:key|secret))$',
  'i',
);
const API_KEY = /api[_-]?(?:key|secret)$/i;
/** A name of a field or a variable, an address, a template, or words for people. */
const NO_KEY = /^[a-z]+(?:[A-Z][a-z]*)*$|^[A-Z\d_]+$|\s|:\/\/|[<>{}$%]|^\/|^\.{1,2}\/|\.(?:pem|key|json|ts|js)$/;
const STAND_IN = new RegExp(
  '^(?:your|my|some|a|the|test|dummy|fake|example|mock|sample|insert|enter)[-_.]|^x+$' +
    String.raw`|\*{3}|\.{3}|change.?me|replace|placeholder|redacted`,
  'i',
);
/** Beside these an API key is one that every browser gets: Firebase, Algolia, maps. */
const PUBLIC_BESIDE = /^(?:authDomain|appId|indexName|projectId|measurementId|applicationId|writeKey|search\w*)$/;
const SHORTEST = 8;
const SHORTEST_API_KEY = 16;

const words = (text: string): string => text.toLowerCase().replace(/[^a-z\d]/g, '');

function isKey(name: string, value: string): boolean {
  if (value.length < SHORTEST || NO_KEY.test(value)) return false;
  if (API_KEY.test(name))
    return value.length >= SHORTEST_API_KEY && !STAND_IN.test(value) && /\d/.test(value) && /[a-z]/i.test(value);
  // `client_secret: 'client_secret'` names a field.
  return (
    !words(name).includes(words(value)) && words(value) !== words(name) && !/^(?:test|dummy|fake|mock)/i.test(value)
  );
}

const isPublic = (property: AnyNode): boolean =>
  property.parent?.type === 'ObjectExpression' &&
  property.parent.properties.some(
    (each) => each.type === 'Property' && PUBLIC_BESIDE.test(writtenName(each.key, each.computed) ?? ''),
  );

/** `cookieSecret: 'session_cookie_secret_key_here'` */
export const hardCodedKey: Rule.RuleModule = {
  meta: {
    type: 'problem',
    docs: { description: 'disallow keys and secrets that are written into the source' },
    schema: [],
  },
  create: (context) => {
    const judge = (name: string | undefined, value: Node | null | undefined, place: AnyNode) => {
      if (name === undefined || !value || !KEY_NAME.test(name)) return;
      const text = unwrapped(value);
      if (text.type !== 'Literal' || typeof text.value !== 'string' || !isKey(name, text.value) || isPublic(place))
        return;
      context.report({ node: text, message: `The value of ${name} is written into the source` });
    };
    return {
      Property: (node: Property) => judge(writtenName(node.key, node.computed), node.value, node as AnyNode),
      VariableDeclarator: (node: VariableDeclarator) =>
        judge(node.id.type === 'Identifier' ? node.id.name : undefined, node.init, node as AnyNode),
      AssignmentExpression({ left, right, ...node }: AssignmentExpression) {
        const name =
          left.type === 'MemberExpression'
            ? writtenName(left.property, left.computed)
            : left.type === 'Identifier'
              ? left.name
              : undefined;
        judge(name, right, node as unknown as AnyNode);
      },
    };
  },
};
