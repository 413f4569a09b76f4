import type { Argument, Expression, FunctionForm, ModuleForm, Statement } from '../ir';

const FILE_OF_ROUTES = /(?:^|\/)(?:routes\/.+|routes|\w*RouteServiceProvider|bootstrap\/app)\.php$/;
const ROUTE = /^class (?:.*\\)?Route$/;
const ROLE = '(?:super_?|site_?|is_?)?(?:admin(?:istrator)?|super_?user)s?';
/** `admin`, `role:admin`, `auth:admin`, `can:access-admin`, and not `role:admin|editor`, `can:admin-or-owner`. */
const GATE = new RegExp(
  String.raw`^(?:[\w-]+:)?${ROLE}$|^can:(?:[\w-]*[-_])?admin(?:-?(?:panel|area|access|page))?$`,
  'i',
);
/** `App\Http\Middleware\EnsureUserIsAdmin` */
const GATE_CLASS =
  /(?:^|\\)(?:Require|Ensure|Check|Verify|Is|User|Must|Be|Only)*(?:Super)?Admin(?:istrator)?s?(?:Only|Middleware)?$/;
const VERBS = new Set(['get', 'post', 'put', 'patch', 'delete', 'options', 'any']);
const RESOURCES = new Set(['resource', 'apiResource', 'singleton', 'apiSingleton']);
/** Groups within each other, and calls of one chain. */
const MOST_LEVELS = 30;

interface Link {
  readonly name: string;
  readonly args: readonly Argument[];
}

/** Who gets to the routes of a block: the middleware around, and the controller that its routes name methods of. */
interface Around {
  readonly isGated: boolean;
  readonly controller?: string;
  readonly levels: number;
}

/** A method that a route calls; without a name, all methods of the class. */
interface Routed {
  readonly of: string;
  readonly method: string | undefined;
  readonly isGated: boolean;
}

/**
 * The functions that Laravel calls for administrators alone: each route to them stands behind a middleware that says
 * so.
 */
export function gatedByLaravel(modules: ReadonlyMap<string, ModuleForm>): ReadonlySet<FunctionForm> {
  const files = [...modules.values()].filter(({ file }) => FILE_OF_ROUTES.test(file));
  const gatedFiles = new Set<string>();
  for (const { functions, classes, main } of files)
    for (const form of [main, ...functions, ...classes.flatMap(({ methods }) => methods.map((each) => each.function))])
      new Routes(gatedFiles).read(form.body, OPEN);
  const closures = new Map<FunctionForm, boolean>();
  const routed: Routed[] = [];
  for (const { file, main } of files) {
    const isGated = [...gatedFiles].some((name) => `/${file}`.endsWith(`/${name.replace(/^\//, '')}`));
    const routes = new Routes(new Set());
    routes.read(main.body, { ...OPEN, isGated });
    routed.push(...routes.routed);
    for (const [form, is] of routes.closures) closures.set(form, is && closures.get(form) !== false);
  }
  const gated = [...closures].flatMap(([form, is]) => (is ? [form] : []));
  return routed.some((each) => each.isGated) ? new Set([...gated, ...methodsOf(modules, routed)]) : new Set(gated);
}

const OPEN: Around = { isGated: false, levels: 0 };

/** The methods of controllers to which no other route leads. */
function methodsOf(modules: ReadonlyMap<string, ModuleForm>, routed: readonly Routed[]): FunctionForm[] {
  const byName = new Map<string, Routed[]>();
  for (const each of routed) {
    const name = simple(each.of);
    byName.set(name, [...(byName.get(name) ?? []), each]);
  }
  return [...modules.values()].flatMap(({ classes, exports }) =>
    classes.flatMap((form) => {
      const whole = exports.find(({ value }) => value.kind === 'class' && value.class === form)?.name ?? form.name;
      const routes = (byName.get(simple(whole)) ?? []).filter(({ of }) =>
        `\\${whole.replace(/^class /, '')}`.endsWith(`\\${of}`),
      );
      return form.methods.flatMap(({ name, function: method }) => {
        const ways = routes.filter((route) => route.method === undefined || route.method === name);
        return ways.length > 0 && ways.every(({ isGated }) => isGated) ? [method] : [];
      });
    }),
  );
}

const simple = (name: string): string => name.slice(Math.max(name.lastIndexOf('\\'), name.lastIndexOf(' ')) + 1);

class Routes {
  readonly routed: Routed[] = [];
  readonly closures = new Map<FunctionForm, boolean>();

  /** @param gatedFiles gets the files whose routes a group loads for administrators alone */
  constructor(private readonly gatedFiles: Set<string>) {}

  read(body: readonly Statement[], around: Around): void {
    if (around.levels > MOST_LEVELS) return;
    for (const statement of body) {
      if (statement.kind === 'evaluate') this.expression(statement.expression, around);
      if (statement.kind === 'if') {
        this.read(statement.then, around);
        this.read(statement.otherwise, around);
      }
    }
  }

  private expression(expression: Expression, around: Around): void {
    const links = chainOf(expression);
    if (links === undefined) return;
    const isGated = around.isGated || links.some(isGate);
    const controller = links.find(({ name }) => name === 'controller')?.args[0]?.value;
    const named = textOf(controller) ?? around.controller;
    const inner: Around = { isGated, levels: around.levels + 1, ...(named !== undefined && { controller: named }) };
    for (const link of links) this.link(link, inner);
  }

  private link({ name, args }: Link, around: Around): void {
    const [first, second, third] = args.map(({ value }) => value);
    if (name === 'group') this.group([first, second], around);
    else if (VERBS.has(name)) this.route(second, around);
    else if (name === 'match') this.route(third, around);
    else if (RESOURCES.has(name)) this.add(textOf(second), undefined, around);
  }

  private group(args: readonly (Expression | undefined)[], around: Around): void {
    for (const argument of args) {
      if (argument?.kind === 'function') this.read(argument.function.body, around);
      const file = argument?.kind === 'call' ? textOf(argument.args[0]?.value) : textOf(argument);
      if (around.isGated && file?.endsWith('.php')) this.gatedFiles.add(file);
    }
  }

  private route(handler: Expression | undefined, around: Around): void {
    if (handler?.kind === 'function') {
      const isLeft = around.isGated && this.closures.get(handler.function) !== false;
      this.closures.set(handler.function, isLeft);
    } else if (handler?.kind === 'list') {
      const [of, method] = handler.items.map(({ value }) => textOf(value));
      this.add(of, method, around);
    } else if (handler?.kind === 'map') this.route(usesOf(handler), around);
    else {
      const [one = '', method] = (textOf(handler) ?? '').split('@');
      if (method !== undefined) this.add(one, method, around);
      else if (around.controller !== undefined && !one.includes('\\')) this.add(around.controller, one, around);
      else this.add(one, '__invoke', around);
    }
  }

  private add(of: string | undefined, method: string | undefined, { isGated }: Around): void {
    if (of !== undefined && of !== '') this.routed.push({ of: of.replace(/^\\/, ''), method, isGated });
  }
}

/** The calls of `Route::prefix('a')->middleware('b')->group(…)`, in their order. */
function chainOf(expression: Expression): readonly Link[] | undefined {
  const links: Link[] = [];
  let each: Expression = expression;
  while (each.kind === 'call' && each.callee.kind === 'field' && links.length < MOST_LEVELS) {
    links.push({ name: each.callee.name, args: each.args });
    each = each.callee.object;
  }
  return each.kind === 'import' && ROUTE.test(each.module) ? links.toReversed() : undefined;
}

/** Whether a call of the chain says that none but administrators pass. */
function isGate({ name, args }: Link): boolean {
  if (name === 'can') return GATE.test(`can:${textOf(args[0]?.value) ?? ''}`);
  if (name === 'middleware') return args.some(({ value }) => namesGate(value));
  return args.some(
    ({ value: options }) =>
      options.kind === 'map' &&
      options.entries.some(({ key, value }) => textOf(key) === 'middleware' && namesGate(value)),
  );
}

function namesGate(value: Expression): boolean {
  if (value.kind === 'list') return value.items.some((item) => namesGate(item.value));
  const text = textOf(value) ?? '';
  return GATE.test(text) || GATE_CLASS.test(text);
}

/** `['uses' => 'UserController@show', 'middleware' => 'admin']` */
const usesOf = ({ entries }: Extract<Expression, { kind: 'map' }>): Expression | undefined =>
  entries.find(({ key }) => textOf(key) === 'uses')?.value;

const textOf = (expression: Expression | undefined): string | undefined =>
  expression?.kind === 'literal' && typeof expression.value === 'string' ? expression.value : undefined;
