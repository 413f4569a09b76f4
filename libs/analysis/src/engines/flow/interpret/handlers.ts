import { escapedForRegex } from '../../kit/escaped-for-regex';
import type { ClassForm, Expression, FunctionForm, Parameter, Place } from '../ir';
import { EXPORTED, type FlowRows, HARMFUL_IN_PACKAGES, type SinkRow } from '../../../catalogue/flow/rows';
import { ALL_WEAKNESSES, bitOf, bitsOf, NO_CONSTRUCTOR, NO_PROTO } from '../rules';
import { isGateOfAdministrators } from '../lower/administrators';
import { namesPart } from '../lower/php/routes';
import { mayRun } from './callbacks';
import { contentOf, elementsOf } from './contents';
import { labelInGo } from './go/filled-parameters';
import { namesAllValues } from './python/enumerations';
import { offeredMethods } from './offered';
import { isEnumeration, sourced, withSource } from './sources';
import { partsOfRoute } from './javascript/route-patterns';
import { isOfAdministrators, noteOfRoute } from './routers';
import { saysNoMarkup, typeIn } from './response-type';
import type { Run } from './run';
import type { EvaluatedArgument } from './evaluated-call';
import { report } from './sinks';
import { type Closure, UNKNOWN, type Value, madeSafe, pathsOf } from './values';

/**
 * Calls the functions that are passed to a framework, as the framework does.
 * @returns whether the framework takes functions there
 */
export function handle(
  run: Run,
  paths: readonly string[],
  name: string | undefined,
  args: readonly EvaluatedArgument[],
  { callee, at }: Extract<Expression, { kind: 'call' }>,
): boolean {
  const rows = run.rules.find(run.rules.handlers, paths, name);
  const row = rows?.find(
    ({ event, imports }) =>
      (event === undefined || args[0]?.value.constant === event) &&
      (imports === undefined || imports.some((each) => run.imports.has(each))),
  );
  if (row === undefined) return false;
  const given = row.parameters.map((path) => ({ value: path === '' ? UNKNOWN : sourced(run, pathsOf(path), at) }));
  const { isForAdministrators, route } = run;
  run.isForAdministrators ||= isOfAdministrators(run, callee);
  run.route = partsOfRoute(args[0]?.value.constant);
  for (const { value } of args) {
    const offered = row.ofObjects ? offeredMethods(run, value, at) : closuresIn(run, value, row.fields);
    for (const closure of offered) {
      mayRun(run, () => {
        // A handler of errors gets the error as its first argument.
        const isErrorHandler = closure.form.parameters.length === given.length + 1;
        const all = isErrorHandler ? [{ value: pathsOf('Error') }, ...given] : given;
        noteOfRoute(run.routed, closure.form, run.isForAdministrators);
        if (row.answersPages) run.answering.add(closure.form);
        const { form } = closure;
        const enter = (from: Place) =>
          run.asEntry(form, () => void run.invoke(closure, labelledBy(run, form, row) ?? all, from));
        // The places of what comes in are those of the file of the method, which need not be this one.
        if (row.ofObjects) run.within({ ...form }, form.at, () => enter(form.at));
        else enter(at);
      });
      // The functions behind it are called only if this one lets the request pass.
      run.isForAdministrators ||= isGateOfAdministrators(nameOf(closure)) || run.passedOn.get(closure.form) === true;
    }
    run.isForAdministrators ||= value.paths.some((path) => isGateOfAdministrators(lastOf(path)));
  }
  run.isForAdministrators = isForAdministrators;
  run.route = route;
  return true;
}

/** `Session.isAdmin` and `./session.isAdmin` are `isAdmin`. */
const lastOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

const nameOf = ({ form }: Closure): string => lastOf(form.name);

type HandlerRow = NonNullable<FlowRows['handlers']>[number];

function labelledBy(run: Run, form: FunctionForm, { label, implicit }: HandlerRow) {
  if (implicit !== undefined && form.parameters.some(({ isImplicit }) => isImplicit))
    return implicit.map((path) => ({ value: pathsOf(path) }));
  return label === undefined ? undefined : labelled(run, form, label);
}

/** The arguments that the framework takes from a request, for each parameter that is not one of its own objects. */
const labelled = (
  run: Run,
  form: FunctionForm,
  label: string,
  types: readonly string[] = [],
): readonly EvaluatedArgument[] =>
  form.parameters.map((parameter) => {
    const at = parameter.at ?? form.at;
    // Parts of the path that Django hands on by their names.
    const isMap = parameter.takes === 'options' && !run.language.hasTypes && !run.language.hasMessages;
    if (isMap) return { value: withSource(run, UNKNOWN, label, at), isSpread: true };
    return { value: filled(run, form, parameter, label, types, at), ...byName(parameter) };
  });

/** Ruby takes the argument of a keyword by its name alone. */
const byName = ({ isNamed, name }: Parameter) => (isNamed === true && name !== undefined ? { name } : undefined);

function filled(
  run: Run,
  form: FunctionForm,
  parameter: Parameter,
  label: string,
  types: readonly string[],
  at: Place,
): Value {
  if (!run.language.hasTypes)
    return isPlain(run, parameter, types) && isOfRoute(run, form, parameter)
      ? withSource(run, UNKNOWN, label, at)
      : UNKNOWN;
  const own = ownLabel(run, parameter);
  if (own === undefined && !isBound(run, parameter)) return UNKNOWN;
  return isNumber(run, parameter) ? UNKNOWN : withSource(run, UNKNOWN, own ?? label, at);
}

/**
 * Whether a route takes the parameter out of its path, where the paths are known. Symfony fills the others from the
 * settings of the program, unless an attribute says that they are a part of the query.
 */
const isOfRoute = (run: Run, { paths }: FunctionForm, { name, decorators }: Parameter): boolean =>
  paths === undefined ||
  name === undefined ||
  paths.some((path) => namesPart(path, name)) ||
  (decorators ?? []).some((decorator) => run.evaluate(decorator).paths.some((path) => OF_QUERY.test(path)));
const OF_QUERY = /\.MapQuery(?:Parameter|String)$/;

/** Types of objects that the framework passes by itself. */
const OWN_THING = new RegExp(
  `^(?:${[
    'I(?!Form(?:File|Collection)|Enumerable|List|Collection|Dictionary|ReadOnly\\w+$)\\p{Lu}\\w*',
    'CancellationToken|Http(?:Context|Request|Response)\\w*|ClaimsPrincipal|PipeReader',
    '\\w+(?:Service|Manager|Factory|Repository|Context|Client|Logger|Options|Provider|Handler|Store|Mediator|Db)',
  ].join('|')})$`,
  'u',
);

/** Whether a parameter is filled from the request: a text, a number, or an object that holds such values. */
function isBound(run: Run, { type, takes, decorators }: Parameter): boolean {
  if (takes !== undefined || isProvided(run, decorators ?? [])) return false;
  const known = type === undefined ? UNKNOWN : run.evaluate(type);
  if (known.paths.some((path) => OWN_THING.test(path))) return false;
  if (isMadeByBinder(run, decorators ?? []) && !known.paths.some((path) => HOLDS_TEXT.test(path))) return false;
  // A class with methods of its own is a service; a class with fields alone is filled from the request.
  return known.classes.every(({ name, methods }) => !OWN_THING.test(name) && methods.every(isOfModel));
}

const isOfModel = ({ name, function: form }: ClassForm['methods'][number]): boolean =>
  form.isGetter === true || form.isHidden === true || name === 'constructor' || form.self === undefined;

/** `[ModelBinder(typeof(ScriptBinder))] Script script`: code of the program reads the request, and makes an object. */
const isMadeByBinder = (run: Run, decorators: readonly Expression[]): boolean =>
  decorators.some((decorator) => run.evaluate(decorator).paths.includes('ModelBinder'));
const HOLDS_TEXT = /string|object|dynamic|List|Enumerable|Collection|Dictionary|\[/i;

const isProvided = (run: Run, decorators: readonly Expression[]): boolean =>
  decorators.some((decorator) =>
    run.evaluate(decorator).paths.some((path) => /^(?:From(?:Keyed)?Services|Inject)$/.test(path)),
  );

function isNumber(run: Run, { type, isHeld }: Parameter): boolean {
  return isHeld === true || (type !== undefined && isEnumeration(run.evaluate(type)));
}

/** Whether the parameter has no type, or that of a text. */
const isPlain = (
  run: Run,
  { type, takes }: FunctionForm['parameters'][number],
  types: readonly string[] = [],
): boolean =>
  takes === undefined &&
  (type === undefined || run.evaluate(type).paths.some((path) => PLAIN.has(path) || types.includes(path)));

const PLAIN = new Set(['string', 'mixed']);

const closuresIn = (run: Run, value: Value, fields: readonly string[] = []): readonly Closure[] => [
  ...value.functions,
  ...fields.flatMap((name) => contentOf(run, value, name)?.functions ?? []),
  ...(elementsOf(run, value) ?? []).flatMap(({ functions }) => functions),
];

const NUMBERS = new Set([
  ...['Int', 'Long', 'Short', 'Byte', 'Double', 'Float', 'Boolean', 'Integer', 'long', 'short', 'byte', 'double'],
  ...['UUID', 'LocalDate', 'LocalDateTime', 'Instant', 'BigDecimal'],
  ...['Guid', 'DateTime'],
  'int',
  'float',
  'bool',
  'number',
  'boolean',
  'uuid.UUID',
  ...['UUID1', 'UUID3', 'UUID4', 'UUID5', 'PositiveInt', 'NonNegativeInt'].map((name) => `pydantic.${name}`),
  'datetime.date',
  'datetime.datetime',
]);

const HARMLESS_IN_PACKAGES = ALL_WEAKNESSES & ~NO_PROTO & ~NO_CONSTRUCTOR & ~bitsOf(HARMFUL_IN_PACKAGES);

/** The arguments of a function for which no call was seen: by the rows and types for its parameters. */
export function entryArguments(run: Run, form: FunctionForm, self: Value | undefined): readonly EvaluatedArgument[] {
  const decorated = decoratorLabel(run, form);
  const binding = bindingLabel(run, form);
  const conventional = conventionalPaths(run, form);
  const routed = routeLabel(run, form, self);
  const skipped = self !== undefined && form.self === undefined ? 1 : 0;
  if (routed !== undefined) {
    const harmless = bitsOf(routed.harmless ?? []);
    const given = labelled(run, form, routed.label, routed.types)
      .map((each, index) => ofFramework(run, form, conventional, index) ?? each)
      .slice(skipped);
    return harmless === 0 ? given : given.map(({ value }) => ({ value: madeSafe(value, harmless) }));
  }
  const named = form.parameters.slice(skipped).map((parameter, index): EvaluatedArgument => {
    const type = parameter.type ? run.evaluate(parameter.type).paths : [];
    const label = decorated ?? undefined;
    const made = decorated === undefined ? undefined : madeByDependency(run, parameter, decorated, 0);
    if (made) return { value: made };
    const own =
      ownLabel(run, parameter) ??
      labelInGo(run, form, parameter) ??
      (binding !== undefined && isFilled(run, parameter) ? binding : undefined);
    // A model of the target may have the name that a framework's own object has: `async def add(request: NewUser)`.
    const { classes = [] } = decorated !== undefined && parameter.type ? run.evaluate(parameter.type) : {};
    const ofItsOwn = classes.length > 0 ? undefined : ofFramework(run, form, conventional, index + skipped);
    if (ofItsOwn) return ofItsOwn;
    if (decorated !== undefined && parameter.takes === 'rest')
      return { value: withSource(run, UNKNOWN, decorated, parameter.at ?? form.at), isSpread: true };
    if (
      own !== undefined ||
      (label !== undefined && parameter.takes === undefined && !isService(run, type, parameter))
    ) {
      const value = withSource(run, UNKNOWN, own ?? label!, parameter.at ?? form.at);
      if (
        type.some((path) => NUMBERS.has(path) || path === STORED_BODY) ||
        isOneOfNamed(run, parameter) ||
        isConverted(run, form, parameter.name)
      )
        return { value: madeSafe(value, ALL_WEAKNESSES) };
      return { value: isOneSegment(run, form, parameter.name) ? madeSafe(value, bitOf('path-traversal')) : value };
    }
    const isChosen = run.exported.has(form) && !type.some((each) => NUMBERS.has(each));
    return { value: isChosen ? chosen(run, parameter.at ?? form.at) : UNKNOWN };
  });
  const hasMore = form.all !== undefined && run.exported.has(form);
  return hasMore ? [...named, { value: chosen(run, form.at), isSpread: true }] : named;
}

/**
 * The arguments of a function that is passed to code outside of the target, if the names of its parameters are those of
 * a framework: `wrapped(router).get('/', (req, res) => …)`.
 */
export function conventionalArguments(run: Run, { form, self }: Closure): readonly EvaluatedArgument[] | undefined {
  const labels = form.parameters.map((parameter) => labelInGo(run, form, parameter));
  if (labels.some((label) => label !== undefined))
    return form.parameters.map((parameter, index) => {
      const label = labels[index];
      const at = parameter.at ?? form.at;
      // The place is one of the function, whose file is another one.
      const bring = () => run.within(form, at, () => withSource(run, UNKNOWN, label!, at));
      return { value: label === undefined ? UNKNOWN : bring() };
    });
  const conventional = conventionalPaths(run, form);
  const skipped = self !== undefined && form.self === undefined ? 1 : 0;
  return conventional
    ? form.parameters
        .map((_, index) => ofFramework(run, form, conventional, index) ?? { value: UNKNOWN })
        .slice(skipped)
    : undefined;
}

/** The argument of a framework for a parameter without a type, by the names of the first ones. */
function ofFramework(
  run: Run,
  { parameters, decorators, at }: FunctionForm,
  conventional: readonly string[] | undefined,
  index: number,
): EvaluatedArgument | undefined {
  const path = conventional?.[index];
  const parameter = parameters[index];
  if (parameter === undefined) return undefined;
  const { type } = parameter;
  if (path === undefined || (type && run.evaluate(type).paths.length > 0)) return undefined;
  if (path !== '') return { value: sourced(run, pathsOf(path), parameter.at ?? at), ...byName(parameter) };
  return decorators.length > 0 ? { value: UNKNOWN } : undefined;
}

/** A value that the caller of a published package chooses. */
const chosen = (run: Run, at: Place): Value => withSource(run, UNKNOWN, EXPORTED, at, HARMLESS_IN_PACKAGES);

/** The row for a public method of a controller. */
function routeLabel(run: Run, form: FunctionForm, self: Value | undefined) {
  if (run.rules.controllers.length === 0 || form.isHidden || (form.self ?? self) === undefined) return undefined;
  const attributes = decoratorPaths(run, form);
  return run.rules.controllers.find(
    ({ base, attribute, ending, unless, methods }) =>
      (methods === undefined || isAmong(methods, form.name.split('.').at(-1)!)) &&
      !unless?.some((each) => attributes.includes(each)) &&
      ((base !== undefined && self?.paths.includes(base)) ||
        (ending !== undefined && self?.paths.some((path) => path.endsWith(ending))) ||
        (attribute !== undefined && form.self !== undefined && attributes.includes(attribute))),
  );
}

/** Whether a name is one of a row: `resolve_*` are all that begin so. */
const isAmong = (names: readonly string[], name: string): boolean =>
  names.some((each) => (each.endsWith('*') ? name.startsWith(each.slice(0, -1)) : each === name));

/** A parameter of this type gets a file in which the framework has put the body, under a name of its own. */
const STORED_BODY = 'File';

/** Whether the type names all values that the framework lets through, as an enumeration does. */
function isOneOfNamed(run: Run, { type }: FunctionForm['parameters'][number]): boolean {
  if (type === undefined) return false;
  const known = run.evaluate(type);
  return isEnumeration(known) || known.classes.some((form) => namesAllValues(run, form));
}

/** FastAPI calls what `Depends(work)` names for a parameter, and fills its parameters like those of the handler. */
function madeByDependency(run: Run, { fallback }: Parameter, label: string, depth: number): Value | undefined {
  if (fallback?.kind !== 'call' || depth > MAX_DEPENDENCIES) return undefined;
  if (!run.evaluate(fallback).paths.some((path) => DEPENDS.test(path))) return undefined;
  const work = fallback.args[0] && run.evaluate(fallback.args[0].value);
  const results = (work?.functions ?? []).slice(0, 1).map((closure) => {
    const args = closure.form.parameters.map((parameter): EvaluatedArgument => {
      const type = parameter.type ? run.evaluate(parameter.type).paths : [];
      const inner = madeByDependency(run, parameter, label, depth + 1);
      if (inner) return { value: inner };
      const isInput = parameter.takes === undefined && !isService(run, type, parameter);
      if (!isInput || type.some((path) => NUMBERS.has(path)) || isOneOfNamed(run, parameter)) return { value: UNKNOWN };
      return { value: withSource(run, UNKNOWN, label, parameter.at ?? closure.form.at) };
    });
    const result = run.invoke(closure, args, fallback.at) ?? UNKNOWN;
    return closure.form.yields ? (elementsOf(run, result)?.[0] ?? UNKNOWN) : result;
  });
  return results[0];
}
const DEPENDS = /\.(?:Depends|Security)\(\)$/;
const MAX_DEPENDENCIES = 4;

/** A parameter that the framework fills with an object of its own: a request, a session of the database. */
function isService(run: Run, type: readonly string[], { fallback }: FunctionForm['parameters'][number]): boolean {
  if (fallback && run.evaluate(fallback).paths.some((path) => path.endsWith('.Depends()'))) return true;
  return type.some((path) => /(?:Request|Response|Session|BackgroundTasks|WebSocket)$/.test(path));
}

/**
 * Whether a route of FastAPI or Flask takes the parameter from one segment of its path: `{name}`, `<name>`. Their
 * routers decode a path before they match it, so a segment contains no slash. `{name:path}` takes several segments.
 */
const isOneSegment = (run: Run, form: FunctionForm, name: string | undefined): boolean =>
  pathsOfRoutes(run, form).some(
    (path) => path.includes(`{${name}}`) || path.includes(`<${name}>`) || path.includes(`<string:${name}>`),
  );

/** Whether all routes make a number or an identifier of the parameter: `<int:id>`, `{id:uuid}`. */
function isConverted(run: Run, form: FunctionForm, name: string | undefined): boolean {
  if (name === undefined || form.decorators.length === 0) return false;
  const written = escapedForRegex(name);
  const named = new RegExp(`[<{:]${written}[>}:]`);
  const converted = new RegExp(`<(?:int|float|uuid)(?:\\([^)]*\\))?:${written}>|\\{${written}:(?:int|float|uuid)\\}`);
  const paths = pathsOfRoutes(run, form).filter((path) => named.test(path));
  return paths.length > 0 && paths.every((path) => converted.test(path));
}

function pathsOfRoutes(run: Run, form: FunctionForm): readonly string[] {
  const constants = form.decorators.map((decorator) => {
    const [route] = decorator.kind === 'call' ? decorator.args : [];
    return route && run.evaluate(route.value).constant;
  });
  return constants.filter((constant) => typeof constant === 'string');
}

function ownLabel(run: Run, { decorators }: FunctionForm['parameters'][number]): string | undefined {
  for (const decorator of decorators ?? [])
    for (const path of run.evaluate(decorator).paths) {
      const label = run.rules.decoratedParameters.get(path.replace(/\(\)$/, ''));
      if (label !== undefined) return label;
    }
  return undefined;
}

const decoratorPaths = (run: Run, form: FunctionForm): readonly string[] =>
  form.decorators.flatMap((decorator) => run.evaluate(decorator).paths).map((path) => path.replace(/\(\)$/, ''));

const decoratorLabel = (run: Run, form: FunctionForm): string | undefined =>
  form.decorators.length === 0 ? undefined : run.rules.find(run.rules.decorated, decoratorPaths(run, form));

const bindingLabel = (run: Run, form: FunctionForm): string | undefined =>
  run.rules.binding.size === 0 || form.decorators.length === 0
    ? undefined
    : run.rules.find(run.rules.binding, decoratorPaths(run, form));

/** Methods of a class that only holds values. */
const OF_VALUES =
  /^(?:(?:get|set|is|has|with|to|of|from|add)(?![a-z])|(?:equals|hashCode|compareTo|builder|constructor)$)/;

/** Whether a parameter without a decorator is a text, or an object that only holds values. */
function isFilled(run: Run, { type, takes, decorators }: Parameter): boolean {
  if (takes !== undefined || type === undefined || (decorators?.length ?? 0) > 0) return false;
  const { paths, classes } = run.evaluate(type);
  if (paths.includes('String')) return true;
  return classes.length > 0 && classes.every(({ methods }) => methods.every(({ name }) => OF_VALUES.test(name)));
}

function conventionalPaths(run: Run, form: FunctionForm): readonly string[] | undefined {
  const names = form.parameters.map(({ name }) => name ?? '');
  const own = form.name.slice(form.name.search(/[^.#]*$/));
  const possible = run.rules.conventions.filter(
    ({ imports, names: expected, of, files }) =>
      (imports === undefined || run.imports.has(imports)) &&
      expected.every((each, index) => each.includes(names[index] ?? '')) &&
      of?.test(own) !== false &&
      files?.test(form.file) !== false,
  );
  // Frameworks share these names: the one that the file itself imports comes first.
  const imported = possible.length > 1 ? run.importsOfFiles.get(form.file) : undefined;
  const isOwn = (imports: string | undefined): boolean => imports !== undefined && imported?.includes(imports) === true;
  return (possible.find(({ imports }) => isOwn(imports)) ?? possible[0])?.parameters;
}

const ANSWERED: SinkRow = { returnOf: 'handler', weakness: 'cross-site-scripting', only: 'page-text' };

/** Reports what a function returns to the framework that its decorator belongs to. */
export function reportReturn(run: Run, form: FunctionForm, returned: Value, at: Place): void {
  if (run.rules.returned.size === 0 || form.returnsNoText) return;
  if (run.answering.has(form)) report(run, ANSWERED, returned, at);
  for (const row of rowsOfMethod(run, form)) report(run, row, bodyIn(run, returned), at);
  for (const decorator of form.decorators) {
    const path = run.evaluate(decorator).paths.map((each) => each.replace(/\(\)$/, ''));
    for (const row of path.flatMap((each) => run.rules.returned.get(each) ?? []))
      if (row.onlyWithFlag === undefined || isTold(run, decorator, row.onlyWithFlag))
        report(run, row, bodyIn(run, returned), at);
  }
}

/** The rows for what a method returns, by the classes of its object: `returnOf: 'flask.views.MethodView.get'`. */
function rowsOfMethod(run: Run, { name, parameters: [self] }: FunctionForm): readonly SinkRow[] {
  const dot = name.lastIndexOf('.');
  if (dot < 0 || self?.name !== 'self' || self.target.kind !== 'variable') return [];
  const object = run.state.get(self.target.id);
  return (object?.paths ?? []).flatMap((path) => run.rules.returned.get(`${path}${name.slice(dot)}`) ?? []);
}

/** Whether a decorator is given one of these: `@app.get("/", response_class=HTMLResponse)`. */
const isTold = (run: Run, decorator: Expression, flags: readonly string[]): boolean =>
  decorator.kind === 'call' &&
  decorator.args.some(({ value }) => run.evaluate(value).paths.some((path) => flags.includes(path)));

/** The body, if a status or headers are returned beside it; headers may say that it is no markup. */
function bodyIn(run: Run, returned: Value): Value {
  const [body, ...others] = elementsOf(run, returned) ?? [];
  const isStatus = ({ constant }: Value) => typeof constant === 'number';
  const isHeaders = ({ objects }: Value) => objects.some((key) => run.state.object(key)?.kind === 'map');
  if (body === undefined || !others.some((each) => isStatus(each) || isHeaders(each))) return returned;
  return others.some((each) => isHeaders(each) && saysNoMarkup(typeIn(run, each)))
    ? madeSafe(body, bitOf('cross-site-scripting'))
    : body;
}
