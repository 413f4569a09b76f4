import { escapedForRegex } from '../../kit/escaped-for-regex';
import type { Argument, Expression, FunctionForm, ModuleForm } from '../ir';

const SECURITY = /\bspringframework\.security\b/;
const MATCHERS = /^(?:request|ant|mvc|path)Matchers$/;
const LIMITS = /^(?:securityMatchers?|antMatcher|requestMatcher)$/;
const ACCESS = new RegExp(
  '^(?:has(?:Any)?(?:Role|Authority)|permitAll|authenticated|denyAll|access|anonymous|rememberMe|fullyAuthenticated|' +
    'hasIpAddress)$',
);
const ROLE = /^(?:ROLE_)?(?:(?:SUPER|SYS(?:TEM)?|SITE|GLOBAL)_?)?(?:ADMIN(?:ISTRATOR)?|SUPER_?USER)S?$/i;
/** Code within each other that is looked through. */
const MOST_LEVELS = 60;

type Call = Extract<Expression, { kind: 'call' }>;

/** One line of a filter chain. */
interface Rule {
  /** Patterns of paths; undefined for any request. */
  readonly patterns: readonly string[] | undefined;
  readonly isGated: boolean;
  /** It holds for requests of one method only. */
  readonly isOfMethod: boolean;
}

interface Chain {
  /** The paths for which it is asked at all. */
  readonly limits: string[];
  readonly rules: Rule[];
}

/**
 * The methods that Spring calls for administrators alone, as a chain of filters says of their paths:
 * `requestMatchers("/admin/**").hasRole("ADMIN")`. The first rule that fits a path decides.
 */
export function gatedBySpring(modules: ReadonlyMap<string, ModuleForm>): ReadonlySet<FunctionForm> {
  const chains = [...modules.values()].flatMap((module) =>
    module.imports.some((name) => SECURITY.test(name)) ? methodsOf(module).flatMap(chainIn) : [],
  );
  if (!chains.some(({ rules }) => rules.some(({ isGated }) => isGated))) return new Set();
  const isGated = (path: string): boolean => {
    const answers = new Set(chains.map((chain) => answerOf(chain, path)));
    return answers.has('gated') && !answers.has('open');
  };
  const gated = [...modules.values()]
    .flatMap(methodsOf)
    .filter(({ paths }) => paths !== undefined && paths.length > 0 && paths.every(isGated));
  return new Set(gated);
}

/** With the functions within them. */
const methodsOf = ({ classes }: ModuleForm): readonly FunctionForm[] =>
  classes.flatMap(({ methods }) => methods.map((method) => method.function));

function chainIn({ body }: FunctionForm): Chain[] {
  const chain: Chain = { limits: [], rules: [] };
  collect(body, chain, 0, new Set());
  return chain.rules.length === 0 ? [] : [chain];
}

/** Visits the receiver of a call before the call: so rules come in their order. Expressions may share parts. */
function collect(node: unknown, chain: Chain, level: number, seen: Set<object>): void {
  if (typeof node !== 'object' || node === null || level > MOST_LEVELS || seen.has(node)) return;
  seen.add(node);
  if (Array.isArray(node)) return node.forEach((each) => collect(each, chain, level + 1, seen));
  for (const part of Object.values(node)) collect(part, chain, level + 1, seen);
  const call = node as Call;
  if (call.kind !== 'call' || call.callee.kind !== 'field') return;
  const { name, object } = call.callee;
  if (LIMITS.test(name)) chain.limits.push(...textsIn(call.args));
  const rule = ACCESS.test(name) ? ruleOf(object, name, call.args) : undefined;
  if (rule) chain.rules.push(rule);
}

function ruleOf(asked: Expression, name: string, access: readonly Argument[]): Rule | undefined {
  if (asked.kind !== 'call' || asked.callee.kind !== 'field') return undefined;
  const isAny = asked.callee.name === 'anyRequest';
  if (!isAny && !MATCHERS.test(asked.callee.name)) return undefined;
  const patterns = isAny ? undefined : textsIn(asked.args);
  if (patterns?.length === 0) return undefined;
  const isOfMethod = asked.args[0]?.value.kind === 'field' && asked.args.length > 1;
  const isGated = name.startsWith('has') && access.length > 0 && access.every(({ value }) => namesRole(value));
  return { patterns, isGated, isOfMethod };
}

/** `"ADMIN"`, `Role.ADMIN`, `Role.ADMIN.name()` */
function namesRole(value: Expression): boolean {
  if (value.kind === 'literal') return ROLE.test(String(value.value));
  if (value.kind === 'field') return ROLE.test(value.name);
  if (value.kind === 'import') return ROLE.test((value.name ?? value.module).split('.').at(-1)!);
  return (
    value.kind === 'call' && value.args.length === 0 && value.callee.kind === 'field' && namesRole(value.callee.object)
  );
}

/** The texts among arguments, and in objects that are made of texts: `new AntPathRequestMatcher("/admin/**")`. */
const textsIn = (args: readonly Argument[]): readonly string[] =>
  args.flatMap(({ value }) => {
    if (value.kind === 'literal' && typeof value.value === 'string') return [value.value];
    return value.kind === 'call' ? textsIn(value.args) : [];
  });

function answerOf({ limits, rules }: Chain, path: string): 'gated' | 'open' | 'nothing' {
  if (limits.length > 0 && !limits.some((pattern) => fits(pattern, path))) return 'nothing';
  const rule = rules.find(
    ({ patterns, isGated, isOfMethod }) =>
      (patterns === undefined || patterns.some((pattern) => fits(pattern, path))) && !(isOfMethod && isGated),
  );
  return rule === undefined ? 'nothing' : rule.isGated ? 'gated' : 'open';
}

/** Longer patterns, and those with more gaps, would take long to compare. */
const MOST_LENGTH = 200;
const MOST_GAPS = 5;
const PART = /\/\*\*$|\*\*|\*|\?|\{[^{}]*\}|[^*?{]+|\{/g;
const GAPS: Readonly<Record<string, string>> = { '/**': '(?:/.*)?', '**': '.*', '*': '[^/]*', '?': '[^/]' };

function fits(pattern: string, path: string): boolean {
  const parts = pattern.slice(0, MOST_LENGTH).match(PART) ?? [];
  if (pattern.length > MOST_LENGTH || parts.filter(isGap).length > MOST_GAPS) return false;
  const written = parts.map((part) => (isGap(part) ? (GAPS[part] ?? '[^/]*') : escapedForRegex(part))).join('');
  return new RegExp(`^${written}$`).test(path.replace(/\{[^{}]*\}/g, 'x'));
}

const isGap = (part: string): boolean => Object.hasOwn(GAPS, part) || /^\{.*\}$/.test(part);
