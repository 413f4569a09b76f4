import type { Rule } from 'eslint';
import type { CallExpression, Node } from 'estree';
import { isChecked } from './checked-values';
import { fromRequest } from './request-values';
import { type AnyNode, methodOf, unwrapped, writtenName } from './syntax';

const isNumber = (node: Node): boolean => node.type === 'Literal' && typeof node.value === 'number';

/** The address that a call sends a browser to; undefined of any other call. */
function redirectedTo(node: CallExpression): Node | undefined {
  const method = methodOf(node.callee);
  const [first, second] = node.arguments;
  if (method === 'redirect' || method === 'location') return first && isNumber(first) ? second : first;
  const isHeader = method === 'setHeader' || method === 'header' || method === 'set';
  const named = isHeader && first?.type === 'Literal' && String(first.value).toLowerCase() === 'location';
  return named ? second : undefined;
}

/** `res.redirect(req.query.url)` */
export const redirectFromRequest: Rule.RuleModule = {
  meta: {
    type: 'problem',
    docs: { description: 'disallow redirects to an address that the sender of a request chooses' },
    schema: [],
  },
  create: (context) => ({
    CallExpression(node: CallExpression) {
      const address = redirectedTo(node);
      if (!address || !fromRequest(address, context) || isChecked(address, node as AnyNode, context)) return;
      context.report({ node, message: 'The request says where the browser is sent' });
    },
  }),
};

/** Functions and objects that fetch an address, by the names under which they are imported. */
const FETCHES = /^(?:fetch|nodeFetch|axios|request|got|needle|superagent|ky|https?|undici|\$http|axiosInstance)$/;
const METHODS = /^(?:get|post|put|patch|delete|head|options|request|fetch|stream)$/;

function fetched(node: CallExpression): Node | undefined {
  const callee = unwrapped(node.callee);
  const root = callee.type === 'MemberExpression' ? unwrapped(callee.object) : callee;
  if (root.type !== 'Identifier' || !FETCHES.test(root.name)) return undefined;
  if (callee.type === 'MemberExpression' && !METHODS.test(methodOf(callee) ?? '')) return undefined;
  const [first, second] = node.arguments;
  const address = first?.type === 'Literal' && /^[a-z]+$/i.test(String(first.value)) ? second : first;
  if (address?.type !== 'ObjectExpression') return address;
  const named = address.properties.find(
    (each) =>
      each.type === 'Property' &&
      /^(?:url|uri|baseURL|host|hostname)$/.test(writtenName(each.key, each.computed) ?? ''),
  );
  return named?.type === 'Property' ? named.value : undefined;
}

/** The part of an address that says which server is asked: all of it, or what follows `http://`. */
function serverOf(address: Node): Node {
  const inner = unwrapped(address);
  const isScheme = (text: unknown) => /^https?:\/\/$/i.test(String(text));
  if (inner.type === 'TemplateLiteral' && isScheme(inner.quasis[0]!.value.raw) && inner.expressions[0])
    return inner.expressions[0];
  if (inner.type !== 'BinaryExpression' || inner.left.type === 'PrivateIdentifier') return inner;
  if (inner.left.type === 'Literal' && isScheme(inner.left.value)) return inner.right;
  return inner.left.type === 'BinaryExpression' ? serverOf(inner.left) : inner;
}

/** `needle.get(req.query.url)` */
export const fetchFromRequest: Rule.RuleModule = {
  meta: {
    type: 'problem',
    docs: { description: 'disallow requests to a server that the sender of a request chooses' },
    schema: [],
  },
  create: (context) => ({
    CallExpression(node: CallExpression) {
      const address = fetched(node);
      if (!address) return;
      const server = serverOf(address);
      if (!fromRequest(server, context) || isChecked(server, node as AnyNode, context)) return;
      context.report({ node, message: 'The request says which server is asked' });
    },
  }),
};
