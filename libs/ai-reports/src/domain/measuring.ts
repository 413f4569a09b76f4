import { FINDING_CATEGORIES, type FindingCategory, SEVERITIES, type Severity, sha256Hex } from '@assay/kernel';
import { shapeOf } from './code-shape';
import { effortOf, weightOf } from './weights';

/** The properties of a finding that the formulas need. */
export interface MeasuredFinding {
  readonly id: string;
  readonly tool: string;
  readonly rule: string;
  readonly title: string;
  readonly severity: Severity;
  readonly category: FindingCategory;
  readonly status: string;
  readonly file: string | null;
  readonly line: number | null;
  readonly code: string | null;
  readonly cwe: string | null;
  readonly role: string;
  readonly suggestion: string;
  readonly hasFix: boolean;
}

/** Findings that share something, such as a rule, a file or a shape of code. */
export interface Gathered {
  readonly weight: number;
  readonly count: number;
  /** The first ids. */
  readonly ids: readonly string[];
}

export interface RuleMeasure extends Gathered {
  readonly tool: string;
  readonly rule: string;
  readonly title: string;
  readonly category: FindingCategory;
  /** The highest severity. */
  readonly severity: Severity;
  /** The highest severity in the target's own code; null if no finding is in it. */
  readonly ownSeverity: Severity | null;
  readonly cwe: string | null;
  readonly suggestion: string;
  /** The first place of the most severe finding. */
  readonly file: string | null;
  readonly line: number | null;
  readonly files: number;
  readonly hasFix: boolean;
  /** In minutes. */
  readonly effort: number;
}

export interface FileMeasure extends Gathered {
  readonly file: string;
  readonly titles: readonly string[];
}

export interface PatternMeasure extends Gathered {
  readonly title: string;
  readonly severity: Severity;
  readonly files: readonly string[];
}

/** The counts of a scan's findings; see docs/ai-reports.md. */
export interface Measures {
  readonly open: number;
  readonly decided: number;
  readonly bySeverity: Readonly<Record<Severity, number>>;
  readonly byCategory: Readonly<Record<FindingCategory, Gathered>>;
  /** In the target's own code. */
  readonly own: Readonly<Record<Severity, number>>;
  readonly ownSecurity: Readonly<Record<Severity, number>>;
  readonly weight: number;
  /** In minutes. */
  readonly effort: number;
  readonly securityEffort: number;
  readonly ids: readonly string[];
  /** The heaviest first. */
  readonly rules: readonly RuleMeasure[];
  readonly files: readonly FileMeasure[];
  readonly patterns: readonly PatternMeasure[];
  /** A digest of everything that the report rests on. */
  readonly digest: string;
}

const IDS_KEPT = 20;
const TITLES_KEPT = 3;
const FILES_OF_PATTERN = 20;
/** The most shapes of code. Further ones are left out: those of more severe findings come first. */
const MOST_SHAPES = 100_000;

interface Growing {
  weight: number;
  count: number;
  ids: string[];
}
interface GrowingRule extends Growing {
  readonly first: MeasuredFinding;
  readonly files: Set<string | null>;
  hasFix: boolean;
  ownSeverity: Severity | null;
}
interface GrowingFile extends Growing {
  titles: string[];
}
interface GrowingPattern extends Growing {
  readonly first: MeasuredFinding;
  readonly files: Set<string>;
}

/**
 * Counts findings one by one, the most severe first, so that they need not be in memory at once. Only open findings
 * count, not those that people accepted, resolved or called false positives.
 */
export class Measuring {
  private decided = 0;
  private readonly all = growing();
  private readonly bySeverity = perName(SEVERITIES, () => 0);
  private readonly own = perName(SEVERITIES, () => 0);
  private readonly ownSecurity = perName(SEVERITIES, () => 0);
  private readonly byCategory = perName(FINDING_CATEGORIES, growing);
  private readonly rules = new Map<string, GrowingRule>();
  private readonly files = new Map<string, GrowingFile>();
  private readonly patterns = new Map<string, GrowingPattern>();
  private digest = '';

  add(finding: MeasuredFinding): void {
    this.digest = sha256Hex(`${this.digest} ${finding.id} ${finding.status}`);
    if (finding.status !== 'open') {
      this.decided += 1;
      return;
    }
    const weight = weightOf(finding.severity, finding.role);
    grow(this.all, finding, weight);
    grow(this.byCategory[finding.category], finding, weight);
    this.bySeverity[finding.severity] += 1;
    if (finding.role === 'own') {
      this.own[finding.severity] += 1;
      if (finding.category === 'security') this.ownSecurity[finding.severity] += 1;
    }
    this.addToRule(finding, weight);
    if (finding.file !== null) this.addToFile(finding.file, finding, weight);
    if (finding.file !== null && finding.code !== null) this.addToPattern(finding.file, finding.code, finding, weight);
  }

  measures(): Measures {
    const rules = [...this.rules.values()].map(ruleMeasure).sort(heaviest((rule) => `${rule.tool}/${rule.rule}`));
    const minutes = (measured: readonly RuleMeasure[]) => measured.reduce((sum, { effort }) => sum + effort, 0);
    return {
      open: this.all.count,
      decided: this.decided,
      bySeverity: { ...this.bySeverity },
      byCategory: this.byCategory,
      own: { ...this.own },
      ownSecurity: { ...this.ownSecurity },
      weight: this.all.weight,
      effort: minutes(rules),
      securityEffort: minutes(rules.filter(({ category }) => category === 'security')),
      ids: this.all.ids,
      rules,
      files: [...this.files].map(([file, measured]) => ({ file, ...measured })).sort(heaviest(({ file }) => file)),
      patterns: [...this.patterns.values()]
        .filter(({ count, files }) => count > 2 && files.size > 1)
        .map(({ first, files, ...gathered }) => ({
          ...gathered,
          title: first.title,
          severity: first.severity,
          files: [...files].sort().slice(0, FILES_OF_PATTERN),
        }))
        .sort(heaviest(({ title, files }) => `${title} ${files[0]}`)),
      digest: this.digest,
    };
  }

  private addToRule(finding: MeasuredFinding, weight: number): void {
    const rule = entry(this.rules, `${finding.tool} ${finding.rule}`, () => ({
      ...growing(),
      first: finding,
      files: new Set<string | null>(),
      hasFix: true,
      ownSeverity: null,
    }));
    grow(rule, finding, weight);
    rule.files.add(finding.file);
    rule.hasFix &&= finding.hasFix;
    // The most severe findings come first.
    if (finding.role === 'own') rule.ownSeverity ??= finding.severity;
  }

  private addToFile(name: string, finding: MeasuredFinding, weight: number): void {
    const file = entry(this.files, name, () => ({ ...growing(), titles: [] as string[] }));
    grow(file, finding, weight);
    if (file.titles.length < TITLES_KEPT && !file.titles.includes(finding.title)) file.titles.push(finding.title);
  }

  private addToPattern(name: string, code: string, finding: MeasuredFinding, weight: number): void {
    const shape = `${finding.tool} ${finding.rule} ${shapeOf(code)}`;
    if (this.patterns.size >= MOST_SHAPES && !this.patterns.has(shape)) return;
    const pattern = entry(this.patterns, shape, () => ({ ...growing(), first: finding, files: new Set<string>() }));
    grow(pattern, finding, weight);
    pattern.files.add(name);
  }
}

const growing = (): Growing => ({ weight: 0, count: 0, ids: [] });
const perName = <Name extends string, Value>(names: readonly Name[], make: () => Value): Record<Name, Value> =>
  Object.fromEntries(names.map((name) => [name, make()])) as Record<Name, Value>;

function grow(group: Growing, { id }: MeasuredFinding, weight: number): void {
  group.weight += weight;
  group.count += 1;
  if (group.ids.length < IDS_KEPT) group.ids.push(id);
}

function entry<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const existing = map.get(key);
  if (existing !== undefined) return existing;
  const made = make();
  map.set(key, made);
  return made;
}

const heaviest =
  <Item extends Gathered>(name: (item: Item) => string) =>
  (a: Item, b: Item): number =>
    b.weight - a.weight || b.count - a.count || (name(a) < name(b) ? -1 : 1);

/** The order of work: by severity, then rules with an attacker, then by weight. */
export const byUrgency = (a: RuleMeasure, b: RuleMeasure): number =>
  SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
  Number(b.category === 'security') - Number(a.category === 'security') ||
  heaviest<RuleMeasure>((rule) => `${rule.tool}/${rule.rule}`)(a, b);

function ruleMeasure({ first, files, hasFix, ownSeverity, ...gathered }: GrowingRule): RuleMeasure {
  const { tool, rule, title, category, severity, cwe, suggestion, file, line } = first;
  const effort = effortOf(category, gathered.count, hasFix);
  return {
    ...gathered,
    tool,
    rule,
    title,
    category,
    severity,
    ownSeverity,
    cwe,
    suggestion,
    file,
    line,
    files: files.size,
    hasFix,
    effort,
  };
}
