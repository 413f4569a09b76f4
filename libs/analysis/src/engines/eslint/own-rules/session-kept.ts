import type { Rule } from 'eslint';
import type { AssignmentExpression, CallExpression, Node } from 'estree';
import { type AnyNode, methodOf, unwrapped, writtenName } from './syntax';

/** The fields that a program sets in a session once somebody has logged in. */
const LOGGED_IN =
  /^(?:user|user_?id|uid|user_?name|current_?user|account(?:_?id)?|(?:is_?)?(?:logged_?in|authenticated|admin))$/i;
const REQUEST = /^_?(?:req|request|ctx|context)$/;
/** Calls that give the visitor another session. */
const RENEWS = /regenerat|renew|changeSessionId/i;
/** Where a password is judged, somebody logs in. */
const PASSWORD = /passw|credential/i;
const JUDGES = /^(?:validate|verify|compare|check|auth|log_?in|sign_?in|match)/i;

/** The name of the request whose session is told who has logged in: `req.session.userId = …`. */
function requestTold({ left, right }: AssignmentExpression): string | undefined {
  if (left.type !== 'MemberExpression' || left.object.type !== 'MemberExpression') return undefined;
  const { object, property, computed } = left.object;
  const owner = unwrapped(object as Node);
  if (owner.type !== 'Identifier' || !REQUEST.test(owner.name) || writtenName(property, computed) !== 'session')
    return undefined;
  const isTakenBack =
    (right.type === 'Literal' && !right.value) || (right.type === 'Identifier' && right.name === 'undefined');
  const isLogin = !isTakenBack && LOGGED_IN.test(writtenName(left.property, left.computed) ?? '');
  return isLogin ? owner.name : undefined;
}

/** The function that gets the request: the nearest one around a node that has a parameter of the name. */
function handlerOf(node: AnyNode, request: string): AnyNode | undefined {
  for (let around = node.parent; around; around = around.parent) {
    const params = 'params' in around ? around.params : [];
    if (params.some((each) => each.type === 'Identifier' && each.name === request)) return around;
  }
  return undefined;
}

/** Whether a function judges a password. */
function isLogin(handler: AnyNode, { sourceCode }: Rule.RuleContext): boolean {
  const text = sourceCode.getText(handler as Node);
  return PASSWORD.test(text) && [...text.matchAll(/\b(\w+)\(/g)].some(([, name]) => JUDGES.test(name!));
}

/** `req.session.userId = user.id` after a password was judged, in a handler that makes no new session. */
export const sessionKept: Rule.RuleModule = {
  meta: { type: 'problem', docs: { description: 'require a new session when somebody logs in' }, schema: [] },
  create: (context) => {
    // A cookie holds the whole session: there is nothing that a stranger could know of.
    if (/cookie-session|client-sessions|iron-session/.test(context.sourceCode.text)) return {};
    const told: { readonly node: Node; readonly handler: AnyNode }[] = [];
    const renewals: AnyNode[] = [];
    const isWithin = (inner: AnyNode, outer: AnyNode): boolean =>
      inner.range![0] >= outer.range![0] && inner.range![1] <= outer.range![1];
    return {
      AssignmentExpression(node: AssignmentExpression) {
        const request = requestTold(node);
        const handler = request === undefined ? undefined : handlerOf(node as AnyNode, request);
        if (handler && isLogin(handler, context)) told.push({ node, handler });
      },
      CallExpression(node: CallExpression) {
        const callee = unwrapped(node.callee);
        const name = callee.type === 'Identifier' ? callee.name : methodOf(callee);
        if (RENEWS.test(name ?? '')) renewals.push(node as AnyNode);
      },
      'Program:exit'() {
        for (const { node, handler } of told)
          if (!renewals.some((renewal) => isWithin(renewal, handler)))
            context.report({ node, message: 'The session of before the login is kept, which others may know' });
      },
    };
  },
};
