import { SEVERITIES, type Severity } from '@assay/kernel';
import { plainText } from '@assay/source-text';
import {
  MOST_ELSEWHERE,
  type HiddenRange,
  type ListedPackages,
  type RawEdit,
  type RawFinding,
  type RawTraceStep,
  SAFE_BECAUSE,
  type SafePlace,
  type SkipCause,
  TRACE_STEP_KINDS,
} from '../engine';
import { MAX_EDITS, MAX_FIX_TEXT, areInOrder } from '../kit/fixes';
import { parsePackages } from './listed-packages';
import { MAX_STEP_TEXT, MAX_TRACE_STEPS, boundedTrace, isWhole } from '../kit/traces';

/** The messages that the host process writes to file descriptor 3, one JSON object a line. */
export type HostMessage =
  | { readonly kind: 'engine'; readonly name: string; readonly version: string }
  | { readonly kind: 'finding'; readonly tool: string; readonly finding: RawFinding }
  | { readonly kind: 'unreadable'; readonly tool: string; readonly file: string; readonly reason: string }
  | { readonly kind: 'completed'; readonly tool: string; readonly filesChecked: number }
  | { readonly kind: 'failed'; readonly tool: string; readonly reason: string }
  | { readonly kind: 'skipped'; readonly tool: string; readonly reason: string; readonly cause?: SkipCause }
  | { readonly kind: 'safe'; readonly tool: string; readonly place: SafePlace }
  | ({ readonly kind: 'packages' } & ListedPackages)
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'working'; readonly file: string }
  | { readonly kind: 'broken'; readonly reason: string };

/** A result has a few hundred bytes. A line that is longer than this is not a result. */
export const MAX_LINE_BYTES = 8 * 1024 * 1024;
const MAX_PATH = 4_096;
const MAX_NAME = 256;
/** The characters of a finding's excerpt. They are enough to recognise an element. */
const MAX_EXCERPT = 1_000;
/** The lines of a secret that are hidden. Fewer of them are shown beside a finding. */
const MAX_HIDDEN = 16;
/** It stands in the title of a row. */
const MAX_CAUSE = 160;

/** The host process has parsed hostile files, so its output is checked like any other input. */
export class ProtocolViolation extends Error {
  constructor(what: string) {
    super(`the engine's process wrote something that is not a result: ${what}`);
    this.name = 'ProtocolViolation';
  }
}

/**
 * Reads one line. Texts are cut to one printable line, and invalid positions are dropped.
 * @throws ProtocolViolation
 */
export function parseHostMessage(line: string): HostMessage {
  const message = asObject(parseJson(line), line);
  const name = (key: string) => text(message, key, MAX_NAME, line);
  const reason = () => plainText(text(message, 'reason', Infinity, line));
  switch (message['kind']) {
    case 'engine':
      return { kind: 'engine', name: name('name'), version: name('version') };
    case 'finding':
      return { kind: 'finding', tool: name('tool'), finding: parseFinding(asObject(message['finding'], line), line) };
    case 'unreadable':
      return { kind: 'unreadable', tool: name('tool'), file: text(message, 'file', MAX_PATH, line), reason: reason() };
    case 'completed':
      return { kind: 'completed', tool: name('tool'), filesChecked: count(message, 'filesChecked', line) };
    case 'failed':
      return { kind: 'failed', tool: name('tool'), reason: reason() };
    case 'skipped':
      // Any other cause is no excuse: the tool is missed.
      return {
        kind: 'skipped',
        tool: name('tool'),
        reason: reason(),
        ...(message['cause'] === 'no-database' && { cause: 'no-database' }),
      };
    case 'safe':
      return { kind: 'safe', tool: name('tool'), place: parseSafePlace(asObject(message['place'], line), line) };
    case 'packages':
      return {
        kind: 'packages',
        ...parsePackages(message, (what) => new ProtocolViolation(`${what} in ${excerpt(line)}`)),
      };
    case 'progress':
      return { kind: 'progress', done: count(message, 'done', line), total: count(message, 'total', line) };
    case 'working':
      return { kind: 'working', file: text(message, 'file', MAX_PATH, line) };
    case 'broken':
      return { kind: 'broken', reason: reason() };
    default:
      throw new ProtocolViolation(excerpt(line));
  }
}

function parseFinding(finding: Record<string, unknown>, line: string): RawFinding {
  const positions: { line?: number; column?: number; endLine?: number } = {};
  for (const key of ['line', 'column', 'endLine'] as const) {
    const position = finding[key];
    if (isPosition(position)) positions[key] = position;
  }
  const severity = SEVERITIES.includes(finding['severity'] as Severity) && {
    severity: finding['severity'] as Severity,
  };
  const file = finding['file'] !== undefined && { file: text(finding, 'file', MAX_PATH, line) };
  const quoted = (key: 'place' | 'excerpt' | 'subject' | 'cause', limit: number) => ({
    ...(finding[key] !== undefined && { [key]: plainText(text(finding, key, Infinity, line), limit) }),
  });
  return {
    rule: text(finding, 'rule', MAX_NAME, line),
    ...file,
    ...positions,
    ...quoted('place', MAX_PATH),
    ...quoted('excerpt', MAX_EXCERPT),
    ...quoted('subject', MAX_EXCERPT),
    ...quoted('cause', MAX_CAUSE),
    message: plainText(text(finding, 'message', Infinity, line)),
    ...severity,
    ...parseFix(finding['fix']),
    ...parseTrace(finding['trace']),
    ...parseHidden(finding['hidden']),
    ...parseElsewhere(finding['elsewhere'], line),
  };
}

function parseSafePlace(place: Record<string, unknown>, line: string): SafePlace {
  const because = SAFE_BECAUSE.find((each) => each === place['because']);
  const at = place['line'];
  if (because === undefined || !isPosition(at)) throw new ProtocolViolation(excerpt(line));
  return { rule: text(place, 'rule', MAX_NAME, line), file: text(place, 'file', MAX_PATH, line), line: at, because };
}

/** A place that was lost could be the one that nothing suppresses, so there is no finding with too many. */
function parseElsewhere(elsewhere: unknown, line: string): Pick<RawFinding, 'elsewhere'> {
  if (!Array.isArray(elsewhere) || elsewhere.length === 0) return {};
  if (elsewhere.length > MOST_ELSEWHERE) throw new ProtocolViolation(excerpt(line));
  const places = (elsewhere as readonly unknown[]).map((place) =>
    parseFinding({ ...asObject(place, line), elsewhere: [] }, line),
  );
  return { elsewhere: places };
}

/** An invalid range is left out: the text that is shown is searched for secrets once more. */
function parseHidden(hidden: unknown): Pick<RawFinding, 'hidden'> {
  if (!Array.isArray(hidden)) return {};
  const parsed = (hidden as readonly (Partial<HiddenRange> | null)[]).slice(0, MAX_HIDDEN).flatMap((range) => {
    const { line, start, end } = range ?? {};
    if (!isPosition(line) || !isPosition(end) || (start !== 0 && !isPosition(start)) || start >= end) return [];
    return [{ line, start, end }];
  });
  return { ...(parsed.length !== 0 && { hidden: parsed }) };
}

/** The texts of a fix stay as they are, because they are written to files. A fix that is not whole is left out. */
function parseFix(fix: unknown): Pick<RawFinding, 'fix'> {
  const edits = (fix as { edits?: unknown } | null | undefined)?.edits;
  if (!Array.isArray(edits) || edits.length === 0 || edits.length > MAX_EDITS) return {};
  const parsed = (edits as readonly (Partial<RawEdit> | null)[]).flatMap((edit): RawEdit[] => {
    const { start, end, before, text: inserted } = edit ?? {};
    if (typeof start !== 'number' || typeof end !== 'number') return [];
    if (typeof before !== 'string' || typeof inserted !== 'string' || before.length !== end - start) return [];
    return [{ start, end, before, text: inserted }];
  });
  const size = parsed.reduce((sum, { before, text: inserted }) => sum + before.length + inserted.length, 0);
  const isWhole = parsed.length === edits.length && size <= MAX_FIX_TEXT && areInOrder(parsed, Infinity);
  return { ...(isWhole && { fix: { edits: parsed } }) };
}

/** An incomplete trace is left out: half a way would say something else. */
function parseTrace(trace: unknown): Pick<RawFinding, 'trace'> {
  const steps = (trace as { steps?: unknown } | null | undefined)?.steps;
  if (!Array.isArray(steps) || steps.length > MAX_TRACE_STEPS) return {};
  const parsed = (steps as readonly (Partial<RawTraceStep> | null)[]).flatMap((step): RawTraceStep[] => {
    const { kind, file, line, column, text: said, leftOut } = step ?? {};
    if (typeof file !== 'string' || file.length > MAX_PATH || typeof said !== 'string') return [];
    if (!isPosition(line) || !TRACE_STEP_KINDS.some((known) => known === kind)) return [];
    return [
      {
        kind: kind!,
        file,
        line,
        ...(isPosition(column) && { column }),
        text: plainText(said, MAX_STEP_TEXT),
        ...(isPosition(leftOut) && { leftOut }),
      },
    ];
  });
  return { ...(parsed.length === steps.length && isWhole(parsed) && { trace: boundedTrace(parsed) }) };
}

/** A number from 1. */
const isPosition = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 1;

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new ProtocolViolation(excerpt(line));
  }
}

function asObject(value: unknown, line: string): Record<string, unknown> {
  if (value === null || typeof value !== 'object') throw new ProtocolViolation(excerpt(line));
  return value as Record<string, unknown>;
}

function text(object: Record<string, unknown>, key: string, limit: number, line: string): string {
  const value = object[key];
  if (typeof value !== 'string' || value.length > limit) throw new ProtocolViolation(`${key} in ${excerpt(line)}`);
  return value;
}

function count(object: Record<string, unknown>, key: string, line: string): number {
  const value = object[key];
  if (!Number.isSafeInteger(value) || (value as number) < 0) throw new ProtocolViolation(`${key} in ${excerpt(line)}`);
  return value as number;
}

const excerpt = (line: string): string => plainText(line, 120);
