import {
  BILLING_CATEGORIES,
  type BillingCategory,
  type FindingCategory,
  type Refusal,
  type Result,
  type TargetKind,
  ok,
  refuse,
} from '@assay/kernel';

/** The properties of a tool that planning needs. */
export interface PlannableTool {
  readonly id: string;
  readonly category: FindingCategory;
  readonly billing: BillingCategory;
  readonly engine: string;
  readonly targets: readonly TargetKind[];
}

export const SESSION_CATEGORIES = ['security', 'code-quality', 'accessibility', 'performance'] as const;
type SessionCategory = (typeof SESSION_CATEGORIES)[number];

const FINDING_CATEGORIES_OF: Readonly<Record<SessionCategory, readonly FindingCategory[]>> = {
  security: ['security'],
  'code-quality': ['quality', 'standards'],
  accessibility: ['accessibility'],
  performance: ['performance'],
};

interface PlanRequest {
  readonly targetKind: TargetKind;
  readonly categories?: readonly string[];
  /** Named tools take precedence over categories. */
  readonly tools?: readonly string[];
  readonly excludeTools?: readonly string[];
}

/** The tools of a session, in the order of the catalogue. Unknown names are refused, each by its field. */
export function planTools<Tool extends PlannableTool>(
  catalogue: readonly Tool[],
  request: PlanRequest,
): Result<Tool[], Refusal> {
  const problems = [
    ...unknownTools(catalogue, request),
    ...unknownCategories(request),
    ...misplacedTools(catalogue, request),
  ];
  if (problems.length > 0)
    return refuse({
      code: 'VALIDATION_ERROR',
      message: problems.map(({ message }) => message).join('; '),
      details: problems,
    });

  const excluded = new Set(request.excludeTools);
  const planned = catalogue.filter(
    (tool) => tool.targets.includes(request.targetKind) && !excluded.has(tool.id) && chosen(tool, request),
  );
  if (planned.length === 0)
    return refuse({
      code: 'VALIDATION_ERROR',
      message: 'No tool remains to run: choose other categories or exclude fewer tools',
      details: [{ field: 'tools', message: 'no tool remains to run' }],
    });
  return ok(planned);
}

/** The finding category for a tool that is no longer in the catalogue. Such a tool is skipped and refunded. */
const CATEGORY_OF: Readonly<Record<BillingCategory, FindingCategory>> = {
  linting: 'standards',
  quality: 'quality',
  docs: 'standards',
  git: 'standards',
  dependencies: 'security',
  security: 'security',
  accessibility: 'accessibility',
  performance: 'performance',
};

type PaidTool = Omit<PlannableTool, 'targets'>;

/**
 * The tools of a session as its charge names them, in the order of the catalogue, with the billing categories that were
 * paid. Tools that are no longer in the catalogue come last.
 */
export function planAsPaid(
  paid: {
    readonly tools: Readonly<Partial<Record<BillingCategory, readonly string[]>>>;
    readonly aiFeatures: readonly string[];
  },
  catalogue: readonly PlannableTool[],
): { readonly tools: PaidTool[]; readonly aiFeatures: readonly string[] } {
  const billings = new Map(
    BILLING_CATEGORIES.flatMap((billing) => (paid.tools[billing] ?? []).map((id) => [id, billing] as const)),
  );
  const tools = catalogue.flatMap(({ id, category, engine }): PaidTool[] => {
    const billing = billings.get(id);
    return billing === undefined ? [] : [{ id, category, billing, engine }];
  });
  const known = new Set(tools.map(({ id }) => id));
  const gone = [...billings].filter(([id]) => !known.has(id));
  return {
    tools: [...tools, ...gone.map(([id, billing]) => ({ id, category: CATEGORY_OF[billing], billing, engine: '' }))],
    aiFeatures: paid.aiFeatures,
  };
}

const nonEmpty = (list: readonly string[] | undefined): readonly string[] | undefined =>
  list && list.length > 0 ? list : undefined;

function chosen(tool: PlannableTool, request: PlanRequest): boolean {
  const named = nonEmpty(request.tools);
  if (named) return named.includes(tool.id);
  const categories = nonEmpty(request.categories);
  return (
    !categories ||
    categories.some((category) => FINDING_CATEGORIES_OF[category as SessionCategory].includes(tool.category))
  );
}

interface Problem {
  readonly field: string;
  readonly message: string;
}

function unknownTools(catalogue: readonly PlannableTool[], request: PlanRequest): Problem[] {
  const known = new Set(catalogue.map(({ id }) => id));
  return (['tools', 'excludeTools'] as const).flatMap((field) =>
    (request[field] ?? [])
      .filter((id) => !known.has(id))
      .map((id) => ({ field, message: `unknown tool: ${shortened(id)} (GET /api/v1/tools lists them)` })),
  );
}

const unknownCategories = ({ categories = [] }: PlanRequest): Problem[] =>
  categories
    .filter((category) => !(SESSION_CATEGORIES as readonly string[]).includes(category))
    .map((category) => ({
      field: 'categories',
      message: `unknown category: ${shortened(category)} (one of ${SESSION_CATEGORIES.join(', ')})`,
    }));

/** Unknown names may be of any length. */
const shortened = (name: string): string => (name.length > 60 ? `${name.slice(0, 60)}…` : name);

const misplacedTools = (catalogue: readonly PlannableTool[], { tools = [], targetKind }: PlanRequest): Problem[] =>
  catalogue
    .filter(({ id, targets }) => tools.includes(id) && !targets.includes(targetKind))
    .map(({ id, targets }) => ({
      field: 'tools',
      message: `${id} does not apply to a ${targetKind} (it applies to: ${targets.join(', ')})`,
    }));

/**
 * One engine run serves all its tools that read the same files of the target. Passes start in this order: the longest
 * first, so that it does not end last.
 */
export function groupPasses(
  tools: readonly {
    readonly id: string;
    readonly engine: string;
    readonly part: 'source' | 'history' | 'records';
    readonly readsLeftOut?: boolean;
  }[],
  weightOf: (engine: string) => number,
): { id: string; engine: string; tools: string[] }[] {
  const passes = new Map<string, { id: string; engine: string; tools: string[] }>();
  for (const { id: tool, engine, part, readsLeftOut = false } of tools) {
    const id = `${engine}${part === 'source' ? '' : `-${part}`}${readsLeftOut ? '-with-left-out' : ''}`;
    const pass = passes.get(id) ?? { id, engine, tools: [] };
    pass.tools.push(tool);
    passes.set(id, pass);
  }
  return [...passes.values()].sort((a, b) => weightOf(b.engine) - weightOf(a.engine) || (a.id < b.id ? -1 : 1));
}
