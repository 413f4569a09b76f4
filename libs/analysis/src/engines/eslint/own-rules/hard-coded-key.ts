import type { Rule } from 'eslint';
import type { AssignmentExpression, Node, Property, PropertyDefinition, VariableDeclarator } from 'estree';
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
/** The beginnings of keys that their services mean for every browser: PostHog, Stripe, Mapbox. */
const PUBLIC_KEY = /^(?:phc_|pk_(?:live|test)_|pk\.)/;
const SHORTEST = 8;
const SHORTEST_API_KEY = 16;

const words = (text: string): string => text.toLowerCase().replace(/[^a-z\d]/g, '');

function isKey(name: string, value: string): boolean {
  if (value.length < SHORTEST || NO_KEY.test(value) || PUBLIC_KEY.test(value)) return false;
  if (API_KEY.test(name))
    return value.length >= SHORTEST_API_KEY && !STAND_IN.test(value) && /\d/.test(value) && /[a-z]/i.test(value);
  // `client_secret: 'client_secret'` names a field.
  return (
    !words(name).includes(words(value)) && words(value) !== words(name) && !/^(?:test|dummy|fake|mock)/i.test(value)
  );
}

const PASSWORD_NAME = /(?:^|[a-z\d_-])(?:password|passwd|pwd|passphrase)$/i;
/** Names of messages and of what is done with a password, such as `showPassword`. */
const ABOUT_PASSWORD = /^(?:forgot|reset|change|show|hide|confirm|repeat|invalid|wrong|missing|no)(?:[A-Z_-]\w+)?/;
const SHORTEST_PASSWORD = 6;
const LONGEST_PASSWORD = 64;
/** `user-field-2`, `form.field1`: the id of a field or of a text. */
const ID = /^[a-z\d]+(?:[-_.:][a-z\d]+)+$/;

/** A password has letters and digits; words alone name a field, ask a person, or stand for a value. */
const isPassword = (name: string, value: string): boolean =>
  PASSWORD_NAME.test(name) &&
  !ABOUT_PASSWORD.test(name) &&
  value.length >= SHORTEST_PASSWORD &&
  value.length <= LONGEST_PASSWORD &&
  /\d/.test(value) &&
  /[a-z]/i.test(value) &&
  ![NO_KEY, STAND_IN, ID, /passw|pwd|\*\*|^(?:test|dummy|fake|mock|example|sample)/i].some((each) => each.test(value));

/** Whether a field beside this one is as asked. */
const hasBeside = (property: AnyNode, isAsked: (name: string, value: Node) => boolean): boolean =>
  property.parent?.type === 'ObjectExpression' &&
  property.parent.properties.some(
    (each) => each.type === 'Property' && isAsked(writtenName(each.key, each.computed) ?? '', each.value),
  );

const isPublic = (property: AnyNode): boolean => hasBeside(property, (name) => PUBLIC_BESIDE.test(name));

/** The password of a server on the own machine, such as a database for trying things out, lets nobody else in. */
const isOfOwnMachine = (property: AnyNode): boolean =>
  hasBeside(
    property,
    (_, value) => value.type === 'Literal' && /\blocalhost\b|\b127\.0\.0\.1\b/.test(String(value.value)),
  );

/** Judges each text that a name is given: `name: 'text'`, `const name = 'text'`, `a.name = 'text'`. */
type Judge = (name: string, text: string, place: AnyNode) => boolean;

const writtenDown = (description: string, isBad: Judge): Rule.RuleModule => ({
  meta: { type: 'problem', docs: { description }, schema: [] },
  create: (context) => {
    const judge = (name: string | undefined, value: Node | null | undefined, place: AnyNode) => {
      if (name === undefined || !value) return;
      const text = unwrapped(value);
      if (text.type !== 'Literal' || typeof text.value !== 'string' || !isBad(name, text.value, place)) return;
      context.report({ node: text, message: `The value of ${name} is written into the source` });
    };
    const ofField = (node: Property | PropertyDefinition) =>
      judge(writtenName(node.key as Node, node.computed), node.value, node as AnyNode);
    return {
      Property: ofField,
      PropertyDefinition: ofField,
      VariableDeclarator: (node: VariableDeclarator) =>
        judge(node.id.type === 'Identifier' ? node.id.name : undefined, node.init, node as AnyNode),
      AssignmentExpression: (node: AssignmentExpression) => judge(nameOf(node.left), node.right, node as AnyNode),
    };
  },
});

function nameOf(target: AssignmentExpression['left']): string | undefined {
  if (target.type === 'Identifier') return target.name;
  return target.type === 'MemberExpression' ? writtenName(target.property, target.computed) : undefined;
}

/** `cookieSecret: 'session_cookie_secret_key_here'` */
export const hardCodedKey = writtenDown(
  'disallow keys and secrets that are written into the source',
  (name, text, place) => KEY_NAME.test(name) && isKey(name, text) && !isPublic(place),
);

/** `{ user: 'admin', password: 'Admin_123' }` */
export const hardCodedPassword = writtenDown(
  'disallow passwords that are written into the source',
  (name, text, place) => isPassword(name, text) && !isOfOwnMachine(place),
);
