import { SEVERITIES, type Severity } from '@assay/kernel';
import type { FlowSettings } from '../../catalogue/flow/rows';
import type { ToolDefinition } from '../../catalogue/tool';
import type { RawFinding } from '../engine';
import { oneLine } from '../kit/per-file';
import { boundedTrace } from '../kit/traces';
import { doubtsBeside } from './beside';
import { doubtsOf, mildDoubtsOf } from './doubts';
import type { EscapedRequests } from './escaped-requests';
import { HANDED_ON_TO_ANOTHER, reservationsOf } from './evidence';
import { isHarmlessEnd } from './harmless-ends';
import type { Flow, Weakness } from './interpret/run';
import { firstStep } from './interpret/values';
import { columnOf, lineOf } from './ir';
import type { PageFragments } from './page-fragments';
import type { OfTarget } from './production';
import { messageOf, originOf, stepsOf, stepsOfWeakness } from './trace';

/** The facts about the target around a flow. */
interface Around {
  /** The files of tests and examples. */
  readonly trials: ReadonlySet<string>;
  readonly linesOf: (file: string) => readonly string[];
  readonly facts: OfTarget;
  readonly escaped: EscapedRequests;
  readonly fragments: PageFragments;
}

/** Makes findings of flows and weaknesses, with the severity that what is known around them leaves. */
export class Findings {
  private readonly milder: Milder;

  constructor(
    private readonly tool: ToolDefinition,
    private readonly around: Around,
  ) {
    this.milder = milderOf((tool.settings as unknown as FlowSettings).rows);
  }

  /** The gravest finding of the ways to one place, and of equally grave ones that of the best way. */
  ofFlow(flow: Flow): RawFinding | undefined {
    const { rules } = this.tool;
    if (!Object.hasOwn(rules, flow.weakness)) return undefined;
    const rank = ({ rule, severity }: RawFinding): number => SEVERITIES.indexOf(severity ?? rules[rule]!.severity);
    return [flow, ...(flow.others ?? [])]
      .filter((way) => !this.isHarmless(way))
      .map((way) => this.ofWay(way))
      .toSorted((one, other) => rank(one) - rank(other))[0];
  }

  ofWeakness(found: Weakness): RawFinding {
    const { trials } = this.around;
    const { weakness, file, at, says, severity, isTried, way } = found;
    const steps = stepsOfWeakness(found);
    const matters = severity ?? this.tool.rules[weakness]!.severity;
    const isOfTrial = isTried || trials.has(file) || (way !== undefined && trials.has(firstStep(way.last).file));
    const own = isOfTrial && isAbove(matters, 'low') ? 'low' : severity;
    return {
      rule: weakness,
      file,
      line: lineOf(at),
      column: columnOf(at),
      message: oneLine(says),
      ...(steps && { trace: boundedTrace(steps) }),
      ...(own !== undefined && { severity: own }),
    };
  }

  private ofWay(flow: Flow): RawFinding {
    const { trials, linesOf, facts, escaped } = this.around;
    const { weakness } = flow;
    const { file, at } = flow.shown ?? flow;
    const doubts = [...doubtsOf(flow), ...doubtsBeside(flow, linesOf), ...escaped.doubtsOf(flow)];
    const isDoubted = doubts.length > 0 || trials.has(originOf(flow));
    const told = isDoubted ? 'low' : this.milder.get(flow.taint.label)?.[weakness];
    const isGrave = isAbove(told ?? this.tool.rules[weakness]!.severity, 'medium');
    const reservations = isGrave ? reservationsOf(flow, linesOf, facts) : [];
    const mild = isGrave ? mildDoubtsOf(flow) : [];
    const isWeighty = mild.length > 0 && reservations.some((each) => each !== HANDED_ON_TO_ANOTHER);
    const severity = isWeighty ? 'low' : reservations.length + mild.length > 0 ? 'medium' : told;
    return {
      rule: weakness,
      file,
      line: lineOf(at),
      column: columnOf(at),
      message: messageOf(flow, [...doubts, ...mild, ...reservations]),
      trace: boundedTrace(stepsOf(flow)),
      ...(severity !== undefined && { severity }),
    };
  }

  private isHarmless(flow: Flow): boolean {
    const { trials, linesOf, facts, fragments } = this.around;
    return (
      isMadeUp(flow, trials) ||
      isHarmlessEnd(flow, linesOf) ||
      fragments.isSet(flow) ||
      (facts.parsesPlainly === true && isParsedByOj(flow, linesOf))
    );
  }
}

const isParsedByOj = ({ weakness, file, at }: Flow, linesOf: (file: string) => readonly string[]): boolean =>
  weakness === 'unsafe-deserialization' && /\bOj\.load\((?!.*\bmode\b)/.test(linesOf(file)[lineOf(at) - 1] ?? '');

type Milder = ReadonlyMap<string, Partial<Readonly<Record<string, Severity>>>>;

/** The severities of findings by the label of their input. */
const milderOf = (rows: FlowSettings['rows']): Milder =>
  new Map(
    rows
      .flatMap(({ milder }) => milder ?? [])
      .flatMap(({ labels, severities }) => labels.map((label) => [label, severities] as const)),
  );

/** Tests and examples make up the passwords that they use, and nobody else gets them. */
const isMadeUp = (flow: Flow, trials: ReadonlySet<string>): boolean =>
  flow.weakness === 'predictable-secret' && (trials.has(flow.file) || trials.has(originOf(flow)));

const isAbove = (one: Severity, other: Severity): boolean => SEVERITIES.indexOf(one) < SEVERITIES.indexOf(other);
