import type { Rule } from 'eslint';
import type { AssignmentExpression, CallExpression, Node } from 'estree';
import { type AnyNode, methodOf, unwrapped, writtenName } from './syntax';

/** What a session is told once somebody has logged in. */
const LOGGED_IN =
  /^(?:user|user_?id|uid|user_?name|current_?user|account(?:_?id)?|(?:is_?)?(?:logged_?in|authenticated|admin))$/i;
const REQUEST = /^_?(?:req|request|ctx|context)$/;
/** Calls that give the visitor another session. */
const RENEWS = /^(?:regenerate|regenerateSession|changeSessionId)$/;
/** Where a password is judged, somebody logs in. */
const PASSWORD = /passw|credential/i;
const JUDGES = /^(?:validate|verify|compare|check|auth|log_?in|sign_?in|match)/i;

/** `req.session.userId = …` */
function isTold({ left, right }: AssignmentExpression): boolean {
  if (left.type !== 'MemberExpression' || left.object.type !== 'MemberExpression') return false;
  const { object, property, computed } = left.object;
  const owner = unwrapped(object as Node);
  if (owner.type !== 'Identifier' || !REQUEST.test(owner.name) || writtenName(property, computed) !== 'session')
    return false;
  const isTakenBack =
    (right.type === 'Literal' && !right.value) || (right.type === 'Identifier' && right.name === 'undefined');
  return !isTakenBack && LOGGED_IN.test(writtenName(left.property, left.computed) ?? '');
}

/** Whether the function that a node is in, or one around it, judges a password. */
function isInLogin(node: AnyNode, context: Rule.RuleContext): boolean {
  for (let around = node.parent; around; around = around.parent) {
    if (!/Function/.test(around.type)) continue;
    const text = context.sourceCode.getText(around as Node);
    if (PASSWORD.test(text) && [...text.matchAll(/\b(\w+)\(/g)].some(([, name]) => JUDGES.test(name!))) return true;
  }
  return false;
}

/** `req.session.userId = user.id` after a password was judged, in a file that never makes a new session. */
export const sessionKept: Rule.RuleModule = {
  meta: { type: 'problem', docs: { description: 'require a new session when somebody logs in' }, schema: [] },
  create: (context) => {
    const told: AssignmentExpression[] = [];
    let isRenewed = /cookie-session|client-sessions|iron-session/.test(context.sourceCode.text);
    return {
      AssignmentExpression(node: AssignmentExpression) {
        if (isTold(node) && isInLogin(node as AnyNode, context)) told.push(node);
      },
      CallExpression({ callee }: CallExpression) {
        isRenewed ||= RENEWS.test(methodOf(unwrapped(callee)) ?? '');
      },
      'Program:exit'() {
        if (isRenewed) return;
        for (const node of told)
          context.report({ node, message: 'The session of before the login is kept, which others may know' });
      },
    };
  },
};
