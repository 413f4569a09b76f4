import type { Expression, FunctionForm, ModuleForm, Place } from '../../ir';
import { moduleForm, nothingMade } from '../lowering';
import { type Ids, Scope } from '../scope';
import { type Syntax, meaningful } from '../syntax';
import { TEMPLATE_CALLS } from './ejs';
import { JavascriptStatements } from './lower-javascript';

const LOCALS = 'locals';

/** Names that mean something in a template, or in a script of its page, without anybody giving it. */
const KNOWN = new Set([
  ...['document', 'window', 'location', 'navigator', 'console', 'alert', 'fetch', 'jQuery', '$', 'axios', 'history'],
  ...['JSON', 'Object', 'Array', 'String', 'Number', 'Boolean', 'Math', 'Date', 'RegExp', 'Map', 'Set', 'Promise'],
  ...['encodeURIComponent', 'encodeURI', 'escape', 'decodeURIComponent', 'decodeURI', 'unescape', 'btoa', 'atob'],
  ...['parseInt', 'parseFloat', 'isNaN', 'isFinite', 'setTimeout', 'setInterval', 'localStorage', 'sessionStorage'],
  ...['XMLHttpRequest', 'URL', 'URLSearchParams', 'FormData', 'DOMPurify', 'eval', 'Function', 'globalThis', 'self'],
]);

/** Lowers a template: a function of what it is rendered with, whose fields are names in it. */
export function lowerTemplate(root: Syntax, file: string, ids: Ids): ModuleForm {
  const made = nothingMade();
  const scope = new Scope(ids, new Scope(ids, undefined));
  const id = scope.declare(LOCALS);
  const form: FunctionForm = {
    id: ids.next(),
    file,
    name: file.replace(/^.*\//, ''),
    parameters: [{ target: { kind: 'variable', id }, name: LOCALS }],
    body: new TemplateStatements(file, ids, scope, made).block(meaningful(root)),
    decorators: [],
    at: 0,
  };
  made.functions.push(form);
  const value: Expression = { kind: 'function', function: form, at: 0 };
  return moduleForm(file, ids, made, { body: [], exports: [{ name: 'default', value }] });
}

class TemplateStatements extends JavascriptStatements {
  protected override name(name: string, at: Place): Expression {
    const own = TEMPLATE_CALLS.get(name);
    if (own !== undefined) return { kind: 'global', name: own, at };
    const locals = this.scope.find(LOCALS);
    if (this.scope.find(name) || KNOWN.has(name) || !locals) return super.name(name, at);
    return { kind: 'field', object: { kind: 'variable', id: locals.id, at }, name, at };
  }
}
