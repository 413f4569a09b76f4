import ts from 'typescript';
import type { Budget } from './budget';
import { heldBy, scopeOfFile } from './declared';
import { expressionOf } from './constants';
import { MOST_ENTRIES, entriesOf } from './lists';
import { NO_SCOPE, type Meaning, type Scope } from './meaning';
import { boundBy, unwrapped, valueAt } from './scope';

/** Longer scripts are of programs. */
const LONGEST_SCRIPT = 60_000;

/**
 * The names that a template of Vue, Svelte or Angular takes from the script of its component.
 * @param template what may change a name, too
 */
export function scopeOfScript(script: string, template: string): Scope {
  if (script.length > LONGEST_SCRIPT || !HAS_VALUES.test(script)) return NO_SCOPE;
  let names: Required<Pick<Scope, 'of' | 'knows'>> | undefined;
  return {
    of: (name, at) => (names ??= namesOf(script, template)).of(name, at),
    knows: (name) => (names ??= namesOf(script, template)).knows(name),
  };
}

function namesOf(script: string, template: string): Required<Pick<Scope, 'of' | 'knows'>> {
  const source = ts.createSourceFile('a.ts', script, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
  const scope = scopeOfFile(source, (name) => changes(name).test(template));
  const members = membersOf(source);
  return {
    knows: (name) => members.has(name) || scope.knows!(name),
    of(name, at) {
      const known = scope.of(name, at);
      if (known || (at.parent && at.getSourceFile() === source)) return known;
      const member = members.get(name);
      const expression = member && !scope.isChanged(name) ? heldBy(member) : undefined;
      return expression && { expression, scope };
    },
  };
}

/** A script that gives a name a value: `= 'Tea'`, `= ref([`, `title: 'Tea'`. */
const HAS_VALUES = /[=:]\s*(?:[\w.$]+\s*(?:<[^<>()]*>)?\(\s*(?:\(\)\s*=>\s*)?)?['"`[{\d]/;

/** Where a template gives a name another value: `open = !open`, `v-model="open"`, `bind:open`. */
const changes = (name: string): RegExp => {
  const called = name.replaceAll('$', String.raw`\$`);
  const assigned = String.raw`\s+[-+*/?|&]{0,2}=(?![=>])|[-+]=|=(?=[!\w])|\s*(?:\+\+|--)`;
  return new RegExp(
    String.raw`(?<![\w$-])(?:this\.)?${called}(?:\.[\w.]+|\[[^\]]*\])*(?:${assigned})|` +
      String.raw`v-model[\w.:-]*=["']${called}\b|\[\([\w-]+\)\]=["']${called}\b|bind:[\w-]+=\{${called}\b|` +
      String.raw`\bbind:${called}\b(?!=)|\b${called}\.(?:set|update|push|splice|unshift|pop|shift)\(`,
  );
};

/** The values that `data()` of a component of Vue gives, and the properties of a class of Angular. */
function membersOf(source: ts.SourceFile): ReadonlyMap<string, ts.Expression> {
  const members = new Map<string, ts.Expression>();
  if (/\bObject\.assign\(this\b|\bthis\[/.test(source.text)) return members;
  for (const statement of source.statements) {
    if (ts.isClassDeclaration(statement)) {
      for (const each of statement.members)
        if (ts.isPropertyDeclaration(each) && ts.isIdentifier(each.name) && each.initializer && !isInput(each))
          members.set(each.name.text, each.initializer);
    } else if (ts.isExportAssignment(statement)) {
      const written = unwrapped(statement.expression);
      const options = ts.isCallExpression(written) ? written.arguments[0] : written;
      const data = options && ts.isObjectLiteralExpression(options) ? dataOf(options) : undefined;
      for (const each of data?.properties ?? [])
        if (ts.isPropertyAssignment(each) && ts.isIdentifier(each.name)) members.set(each.name.text, each.initializer);
    }
  }
  return members;
}

/** Whether users of a component of Angular give the property: `@Input() title = ''`. */
const isInput = (property: ts.PropertyDeclaration): boolean =>
  property.modifiers?.some((each) => ts.isDecorator(each)) === true;

function dataOf(options: ts.ObjectLiteralExpression): ts.ObjectLiteralExpression | undefined {
  const method = options.properties.find((each) => ts.isMethodDeclaration(each) && each.name.getText() === 'data');
  const arrow = valueAt(options, 'data');
  const body = method
    ? (method as ts.MethodDeclaration).body
    : arrow && ts.isArrowFunction(arrow)
      ? arrow.body
      : undefined;
  const last = body && ts.isBlock(body) ? body.statements.at(-1) : undefined;
  const given = last && ts.isReturnStatement(last) ? last.expression : body && !ts.isBlock(body) ? body : undefined;
  const plain = given && unwrapped(given);
  return plain && ts.isObjectLiteralExpression(plain) ? plain : undefined;
}

/**
 * The scopes of the entries over which a template goes, one for each.
 * @param pattern what gets an entry: `item`, `{ name, url }`
 * @param position the name of the position of the entry
 * @returns undefined where the file does not have all entries
 */
export function scopesOfEntries(
  list: string,
  pattern: string,
  position: string | undefined,
  scope: Scope,
  budget: Budget,
): readonly Scope[] | undefined {
  if (scope === NO_SCOPE && !/^\s*[[{]/.test(list)) return undefined;
  const written = expressionOf(list, 2_000);
  const entries = written && entriesOf(written, scope);
  if (!entries || entries.length > Math.min(MOST_ENTRIES, budget.left)) return undefined;
  const name = nameIn(pattern);
  if (!name) return undefined;
  budget.left -= entries.length;
  return entries.map((entry, index) => {
    const bound = boundBy(name, entry);
    const place = position?.trim();
    if (place) bound.set(place, { expression: ts.factory.createNumericLiteral(index), scope });
    return scopeWith(scope, bound);
  });
}

/** The names of a template with those that a loop around an element gives it. */
const scopeWith = (outer: Scope, bound: ReadonlyMap<string, Meaning>): Scope => ({
  isBound: true,
  knows: (name) => bound.has(name) || outer.knows?.(name) !== false,
  of: (name, at) => bound.get(name) ?? outer.of(name, at),
});

function nameIn(pattern: string): ts.BindingName | undefined {
  const made = expressionOf(`(${pattern}) => 0`);
  const arrow = made && unwrapped(made);
  return arrow && ts.isArrowFunction(arrow) ? arrow.parameters[0]?.name : undefined;
}
