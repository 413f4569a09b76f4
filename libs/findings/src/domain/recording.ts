import { type Model, passedOver } from '@assay/kernel';
import type { FindingsEvent, FindingsRecorded, RecordedFinding, SafePlacesRecorded } from './finding';
import type { UnitsListing } from './units';

interface ToolRecording {
  /** The attempt that may record. */
  readonly attempt: number;
  readonly ids: ReadonlySet<string>;
  /** How many places are recorded that it proved to be safe. */
  readonly safe: number;
}

/** The state of a session's findings that decides which may still be recorded. */
export interface FindingsRecording {
  /** Whether recording has ended. */
  readonly closed: boolean;
  readonly tools: ReadonlyMap<string, ToolRecording>;
  /** How many chunks of each listing of units are recorded. */
  readonly listings: ReadonlyMap<string, number>;
}

const NOTHING: ToolRecording = { attempt: 0, ids: new Set(), safe: 0 };

const toolIn = (recording: FindingsRecording, tool: string): ToolRecording => recording.tools.get(tool) ?? NOTHING;

/** A fact of a type that it does not know is passed over. */
function evolve(recording: FindingsRecording, event: FindingsEvent): FindingsRecording {
  switch (event.type) {
    case 'RecordingBegan': {
      const { attempt, tools } = event.data;
      return {
        ...recording,
        tools: new Map([
          ...recording.tools,
          ...tools.map((tool) => [tool, { ...toolIn(recording, tool), attempt }] as const),
        ]),
      };
    }
    case 'FindingsRecorded': {
      const { tool, findings } = event.data;
      const before = toolIn(recording, tool);
      return {
        ...recording,
        tools: new Map(recording.tools).set(tool, {
          ...before,
          ids: new Set([...before.ids, ...findings.map(({ id }) => id)]),
        }),
      };
    }
    case 'SafePlacesRecorded': {
      const { tool, places } = event.data;
      const before = toolIn(recording, tool);
      const after = { ...before, safe: before.safe + places.length };
      return { ...recording, tools: new Map(recording.tools).set(tool, after) };
    }
    case 'UnitsListed': {
      const { listing, chunk } = event.data;
      return { ...recording, listings: new Map(recording.listings).set(listing, chunk + 1) };
    }
    case 'FindingsClosed':
    case 'FindingsLowered':
    case 'FindingsDeleted':
      return { closed: true, tools: new Map(), listings: new Map() };
    default:
      return passedOver(recording, event);
  }
}

export const findingsRecording: Model<FindingsRecording, FindingsEvent> = {
  initial: { closed: false, tools: new Map(), listings: new Map() },
  evolve,
};

/** The state for closing alone: without the ids of recorded findings, which may be 600,000. */
export const findingsClosing: Model<Pick<FindingsRecording, 'closed'>, FindingsEvent> = {
  initial: { closed: false },
  evolve: (closing, { type }) => (type === 'FindingsClosed' || type === 'FindingsDeleted' ? { closed: true } : closing),
};

/**
 * Makes an attempt the only one that records these tools' findings: earlier ones, which may live on somewhere and do
 * not know that they were given up, are refused from here on. Refused itself for a tool that a later attempt has taken.
 */
export function beginRecording(
  { sessionId, attempt, tools, at }: { sessionId: string; attempt: number; tools: readonly string[]; at: string },
  recording: FindingsRecording,
): FindingsEvent[] {
  const taken = recording.closed ? [] : tools.filter((tool) => toolIn(recording, tool).attempt < attempt);
  return taken.length === 0 ? [] : [{ type: 'RecordingBegan', data: { sessionId, attempt, tools: taken, at } }];
}

/** Whether it is this attempt whose findings of the tool are taken. */
export const records = (recording: FindingsRecording, tool: string, attempt: number): boolean =>
  !recording.closed && toolIn(recording, tool).attempt === attempt;

export const recordedCount = (recording: FindingsRecording, tool: string): number => toolIn(recording, tool).ids.size;

/** The findings that earlier attempts have not recorded. */
export function unrecorded(
  findings: readonly RecordedFinding[],
  tool: string,
  recording: FindingsRecording,
): RecordedFinding[] {
  const { ids } = toolIn(recording, tool);
  return findings.filter(({ id }) => !ids.has(id));
}

/** Records each finding once, and only those of the attempt that records the tool: others came too late. */
export function recordFindings(
  attempt: number,
  data: FindingsRecorded['data'],
  recording: FindingsRecording,
): FindingsEvent[] {
  if (!records(recording, data.tool, attempt)) return [];
  const findings = unrecorded(data.findings, data.tool, recording);
  return findings.length === 0 ? [] : [{ type: 'FindingsRecorded', data: { ...data, findings } }];
}

/** How many places are recorded that the tool proved to be safe. */
export const safeCount = (recording: FindingsRecording, tool: string): number => toolIn(recording, tool).safe;

/** Records only proofs of the attempt that records the tool, and only those after the recorded ones. */
export function recordSafePlaces(
  attempt: number,
  data: SafePlacesRecorded['data'],
  after: number,
  recording: FindingsRecording,
): FindingsEvent[] {
  if (!records(recording, data.tool, attempt) || safeCount(recording, data.tool) !== after) return [];
  return [{ type: 'SafePlacesRecorded', data }];
}

interface Listing {
  readonly sessionId: string;
  readonly attempt: number;
  /** Whose outcome will refer to the listing. */
  readonly tool: string;
  readonly listing: UnitsListing;
  readonly at: string;
}

/** The next chunk of a listing; none if all of it is recorded, or if it is not this attempt that records the tool. */
export function listUnits(
  { sessionId, attempt, tool, listing, at }: Listing,
  recording: FindingsRecording,
): FindingsEvent[] {
  if (!records(recording, tool, attempt)) return [];
  const next = listing.chunks[recording.listings.get(listing.listing) ?? 0];
  return next === undefined ? [] : [{ type: 'UnitsListed', data: { sessionId, ...next, at } }];
}

/** From here on the session's findings are final. */
export const closeFindings = (
  { sessionId, at }: { sessionId: string; at: string },
  recording: Pick<FindingsRecording, 'closed'>,
): FindingsEvent[] => (recording.closed ? [] : [{ type: 'FindingsClosed', data: { sessionId, at } }]);
