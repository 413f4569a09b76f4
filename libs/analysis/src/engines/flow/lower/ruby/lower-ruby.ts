import type { ModuleForm } from '../../ir';
import { templateName } from './erb';
import { evaluate, moduleForm, nothingMade } from '../lowering';
import { RubyClasses } from './classes';
import { demandedIn, gemsIn } from './gems';
import type { MadeOfRuby } from './names';
import { returning } from './methods';
import { type Ids, Scope } from '../scope';
import { type Syntax, meaningful, nodesOfKind } from '../syntax';

/** Lowers a file of Ruby, the Ruby of a template, or a list of gems. */
export function lowerRuby(root: Syntax, file: string, ids: Ids): ModuleForm {
  const made: MadeOfRuby = { ...nothingMade(), exports: [], heredocs: heredocsIn(root) };
  if (file.endsWith('Gemfile.lock')) {
    for (const gem of gemsIn(root.text())) made.imports.add(gem);
    return moduleForm(file, ids, made, { body: [], exports: [] });
  }
  if (/(?:^|[/.])(?:Gemfile|gemspec)$/.test(file)) for (const known of demandedIn(root.text())) made.imports.add(known);
  const template = templateName(file);
  if (template !== undefined) return lowerTemplate(root, file, ids, made, template);
  const scope = new Scope(ids, undefined);
  const self = scope.declare('self');
  const inside = new RubyClasses(file, ids, scope, made, { nesting: [], parents: [] });
  const begin = evaluate({
    kind: 'assign',
    target: { kind: 'variable', id: self },
    value: { kind: 'map', entries: [], at: 0 },
    at: 0,
  });
  return moduleForm(file, ids, made, { body: [begin, ...inside.block(meaningful(root))], exports: made.exports });
}

/** A template is a function that runs with the object of whoever renders it, and gets values by their names. */
function lowerTemplate(root: Syntax, file: string, ids: Ids, made: MadeOfRuby, name: string): ModuleForm {
  const scope = new Scope(ids, undefined);
  const self = scope.declare('self');
  const locals = scope.declare(' locals');
  const views = name.includes('/') ? name.slice(0, name.lastIndexOf('/')) : '';
  const inside = new RubyClasses(file, ids, scope, made, { nesting: [], parents: [], views, locals });
  const form = {
    id: ids.next(),
    file,
    name: `the template ${name}`,
    parameters: [{ target: { kind: 'variable', id: locals }, name: ' locals', takes: 'options' }],
    body: inside.block(meaningful(root), returning),
    decorators: [],
    self,
    at: 0,
  } as const;
  made.functions.push(form);
  const value = { kind: 'function', function: form, at: 0 } as const;
  return moduleForm(file, ids, made, { body: [], exports: [{ name: `view ${name}`, value }] });
}

/** The bodies of here-documents, by the nodes that begin them: both stand in the same order. */
function heredocsIn(root: Syntax): ReadonlyMap<number, Syntax> {
  const beginnings = nodesOfKind(root, 'heredoc_beginning');
  if (beginnings.length === 0) return new Map();
  const bodies = nodesOfKind(root, 'heredoc_body');
  return new Map(beginnings.flatMap((node, index) => (bodies[index] ? [[node.id(), bodies[index]]] : [])));
}
