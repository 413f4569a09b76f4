import type { ClassForm, Expression, FunctionForm, Parameter, Place, Statement } from '../../ir';
import { PythonExpressions } from './expressions';
import { letsAdministratorsAlone } from '../administrators';
import { fillingConstructor } from '../filling-constructor';
import { collecting, holdsOwn, returning } from '../generators';
import { GIVEN, Scope, YIELDED, yieldedVariable } from '../scope';
import { type Syntax, field, kindOf, meaningful, placeOfNode } from '../syntax';
import { dependencyIn, innerType } from './types';

/** A type that names all values: frameworks let no other one through. */
const LITERAL = /^(?:\w+\.)?Literal\[/;

/** Types of fields that models check: no text of a stranger fits in one. */
const HELD = new RegExp(
  String.raw`^(?:Optional\[)?(?:int|float|bool|(?:\w+\.)?(?:UUID\d?|Decimal|date|datetime|timedelta)|` +
    String.raw`(?:\w+\.)?Literal\[.*\])\]?(?:\s*\|\s*None)?$`,
  's',
);
/** Base classes whose types nothing checks when an object is made. */
const UNCHECKED_TYPES = /\b(?:NamedTuple|TypedDict|Protocol|ABC|Exception)\b/;

/** Decorators of a method that is read like a field. */
const PROPERTY = /^(?:property|(?:functools\.)?cached_property)$/;

/** The parameters that take all further arguments, by their syntax. */
const SPLATS: ReadonlyMap<string, NonNullable<Parameter['takes']>> = new Map([
  ['list_splat_pattern', 'rest'],
  ['dictionary_splat_pattern', 'options'],
]);

/** Kinds of nodes with statements of their own. */
const FUNCTIONS = new Set(['function_definition', 'class_definition', 'lambda']);
const YIELDS = new Set(['yield']);
/** `@contextmanager`, `@contextlib.asynccontextmanager` */
const MANAGER = /\bcontextmanager$|\basynccontextmanager$/;

/** The decorators of a function or class. */
function decoratorsOf(node: Syntax): readonly Syntax[] {
  const around = node.parent();
  if (around === null || kindOf(around) !== 'decorated_definition') return [];
  return meaningful(around).filter((each) => kindOf(each) === 'decorator');
}

/** Whether what a function is decorated with lets none but administrators call it. */
const isGuarded = (node: Syntax): boolean => decoratorsOf(node).some((each) => letsAdministratorsAlone(each.text()));

/** `@dataclass`, `@attr.s(slots=True)`, `@define`: the library writes a constructor. */
const FILLING = /^@\s*(?:\w+\.)*(?:dataclass|attrs|attributes|s|define|frozen|mutable)\b/;
/** Bases whose classes have a constructor that takes their fields. */
const FILLING_BASE = /^\(\s*(?:\w+\.)*(?:NamedTuple|BaseModel|SQLModel|Schema|Struct)\b/;

/** Whether an assignment in such a class declares a field: it has a type, or a value that says so. */
const isField = (assignment: Syntax): boolean =>
  field(assignment, 'type') !== undefined ||
  /^(?:\w+\.)?(?:ib|attrib|field)\(/.test(field(assignment, 'right')?.text().slice(0, MAX_CALL) ?? '');
/** A longer name does not declare a field. */
const MAX_CALL = 40;

/** The functions and classes of a scope. */
export abstract class PythonFunctions extends PythonExpressions {
  /** The statements of a function's body, in a scope of their own. */
  protected abstract body(node: Syntax, scope: Scope): Statement[];
  /** Declares the names that a body sets. */
  protected abstract declare(body: Syntax, scope: Scope): void;

  protected function(node: Syntax, decorators: readonly Expression[]): FunctionForm {
    const form = this.functionForm(node, decorators, '');
    this.made.functions.push(form);
    return form;
  }

  private functionForm(node: Syntax, decorators: readonly Expression[], prefix: string): FunctionForm {
    const scope = new Scope(this.ids, this.scope);
    const isLambda = kindOf(node) === 'lambda';
    const list = field(node, 'parameters');
    const nodes = list ? meaningful(list) : [];
    const parameters = nodes.flatMap((parameter) => this.parameter(parameter, scope));
    const body = field(node, 'body');
    if (body && !isLambda) this.declare(body, scope);
    const statements: Statement[] = !body
      ? []
      : isLambda
        ? [{ kind: 'return', value: this.within(scope).expression(body), at: placeOfNode(body) }]
        : this.statementsOf(node, body, scope);
    return {
      id: this.ids.next(),
      file: this.file,
      name: `${prefix}${field(node, 'name')?.text() ?? 'lambda'}`,
      parameters,
      body: statements,
      decorators,
      ...(isGuarded(node) && { isForAdministrators: true as const }),
      ...(scope.own(YIELDED) !== undefined && { yields: true as const }),
      ...(scope.captures.size > 0 && { captures: scope.captures }),
      at: placeOfNode(node),
    };
  }

  /** A generator returns all that it yields. One that a context manager is made of yields one value. */
  private statementsOf(node: Syntax, body: Syntax, scope: Scope): Statement[] {
    if (!holdsOwn(body, YIELDS, FUNCTIONS)) return this.body(body, scope);
    const at = placeOfNode(body);
    const id = yieldedVariable(this.ids);
    const isManager = decoratorsOf(node).some((each) => MANAGER.test(each.text()));
    scope.alias(isManager ? GIVEN : YIELDED, id);
    const statements = this.body(body, scope);
    return isManager ? [...statements, returning(id, at)] : collecting(id, statements, at);
  }

  private parameter(node: Syntax, scope: Scope): Parameter[] {
    const kind = kindOf(node);
    const named = kind === 'identifier' ? node : (field(node, 'name') ?? meaningful(node)[0]);
    if (!named || kind.endsWith('separator')) return [];
    const takes = [kind, kindOf(named)].map((each) => SPLATS.get(each)).find((each) => each !== undefined);
    const identifier = kindOf(named) === 'identifier' ? named : meaningful(named)[0];
    if (!identifier) return [];
    const type = field(node, 'type');
    const fallback = field(node, 'value') ?? (type && dependencyIn(type));
    return [
      {
        target: { kind: 'variable', id: scope.declare(identifier.text()) },
        name: identifier.text(),
        ...(type && { type: this.expression(innerType(type)) }),
        ...(fallback && { fallback: this.expression(fallback) }),
        ...(type && LITERAL.test(type.text()) && { isHeld: true as const }),
        ...(takes && { takes }),
        at: placeOfNode(identifier),
      },
    ];
  }

  protected classExpression(node: Syntax, decorators: readonly Expression[]): Expression {
    const at = placeOfNode(node);
    const name = field(node, 'name')?.text() ?? '';
    const bases = field(node, 'superclasses');
    const isModel = bases !== undefined && !UNCHECKED_TYPES.test(bases.text());
    const members = meaningful(field(node, 'body') ?? node).map((member) => ({
      member: kindOf(member) === 'decorated_definition' ? (field(member, 'definition') ?? member) : member,
      decorators: meaningful(member)
        .filter((child) => kindOf(child) === 'decorator')
        .flatMap((child) => meaningful(child)),
    }));
    const form: ClassForm = {
      id: this.ids.next(),
      name,
      bases: (bases ? meaningful(bases) : [])
        .filter((base) => kindOf(base) !== 'keyword_argument')
        .map((base) => this.expression(base)),
      decorators,
      methods: [
        ...members
          .filter(({ member }) => kindOf(member) === 'function_definition')
          .map(({ member, decorators: own }) => this.method(member, own, name)),
        ...this.filling(node, name, isModel, at),
      ],
      fields: members.flatMap(({ member }) => this.classField(member, isModel)),
      at,
    };
    this.made.classes.push(form);
    return { kind: 'class', class: form, at };
  }

  private method(member: Syntax, own: readonly Syntax[], className: string): ClassForm['methods'][number] {
    const method = field(member, 'name')?.text() ?? '';
    const written = own.map((each) => each.text());
    // A property's setter has the name of its getter.
    const isSetter = written.some((each) => /\.(?:setter|deleter)$/.test(each));
    const form = this.functionForm(
      member,
      own.map((each) => this.expression(each)),
      `${className}.`,
    );
    return {
      name: method === '__init__' ? 'constructor' : isSetter ? `${method} (setter)` : method,
      function: written.some((each) => PROPERTY.test(each)) ? { ...form, isGetter: true as const } : form,
      isStatic: written.includes('staticmethod'),
      ...(written.includes('classmethod') && { takesClass: true as const }),
    };
  }

  /** The constructor that a library writes for a class: a data class, a named tuple, a model. */
  private filling(node: Syntax, className: string, isModel: boolean, at: Place): ClassForm['methods'] {
    const bases = field(node, 'superclasses')?.text() ?? '';
    const isFilled = decoratorsOf(node).some((each) => FILLING.test(each.text())) || FILLING_BASE.test(bases);
    const members = meaningful(field(node, 'body') ?? node);
    const hasOwn = members.some((member) => field(member, 'name')?.text() === '__init__');
    if (!isFilled || hasOwn) return [];
    const fields = members.flatMap((member) => {
      const [assignment] = kindOf(member) === 'expression_statement' ? meaningful(member) : [];
      const left = assignment && kindOf(assignment) === 'assignment' ? field(assignment, 'left') : undefined;
      if (!left || kindOf(left) !== 'identifier' || !isField(assignment!)) return [];
      const [made] = this.classField(member, isModel);
      return [{ name: left.text(), ...(made && { fallback: made.value }) }];
    });
    const form = fillingConstructor(this.ids, { file: this.file, className }, fields, at);
    return [{ name: 'constructor', function: form, isStatic: false }];
  }

  private classField(member: Syntax, isModel: boolean): { name: string; value: Expression }[] {
    const [assignment] = kindOf(member) === 'expression_statement' ? meaningful(member) : [];
    if (!assignment || kindOf(assignment) !== 'assignment') return [];
    const left = field(assignment, 'left');
    const right = field(assignment, 'right');
    const type = field(assignment, 'type');
    if (!left || kindOf(left) !== 'identifier') return [];
    const at = placeOfNode(left);
    if (isModel && type && HELD.test(type.text())) {
      const value = this.optional(right, at);
      return [{ name: left.text(), value: { kind: 'typed', value, type: this.expression(type), isHeld: true, at } }];
    }
    return right ? [{ name: left.text(), value: this.expression(right) }] : [];
  }
}
