import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ToolDefinition } from '../../../catalogue/tool';
import type { EnginePass, PassReporter, RawFinding } from '../../engine';
import { Unreadable, decodeText } from '../per-file';
import { type MissingObservation, reportMissing } from '../missing-observations';
import { type Fields, fieldsOf, textOf } from './record-fields';

/** A page whose part was observed. */
export interface SeenPage<Part> {
  /** The record's staged name. */
  readonly file: string;
  readonly url: string;
  readonly part: Part;
}

/** How a part of each record is judged, and for which tools. */
interface PartJudgement<Part> {
  /** The key of the part in the record, an `Observed`. */
  readonly part: string;
  readonly tools: readonly ToolDefinition[];
  /** @throws Unreadable */
  readonly read: (part: Fields) => Part;
  /** The program that observed the part. */
  readonly observer: (record: Fields, part: Fields) => { readonly name: string; readonly version: string };
  /**
   * Judges all pages at once, because a problem that several pages share is one defect. Each finding has its own
   * `file`.
   */
  readonly judge: (pages: readonly SeenPage<Part>[], tool: ToolDefinition) => readonly RawFinding[];
}

/**
 * Collects the records one by one and keeps only the parts that are judged. Then it reports all findings.
 */
export interface PartJudge {
  take(file: string, record: Fields | Unreadable): void;
  conclude(report: PassReporter): void;
}

/** Judges the part on the pages where it was observed. */
export function partJudge<Part>({ part, tools, read, observer, judge }: PartJudgement<Part>): PartJudge {
  const seen: SeenPage<Part>[] = [];
  const unseen: MissingObservation[] = [];
  let engine: ReturnType<typeof observer> | undefined;

  const look = (file: string, record: Fields): void => {
    const url = textOf(record, 'url');
    const observed = fieldsOf(record[part], part);
    if (observed['missing'] === undefined) {
      const content = fieldsOf(observed['observed'], part);
      const page = { file, url, part: read(content) };
      engine ??= observer(record, content);
      seen.push(page);
    } else {
      unseen.push({
        file,
        reason: `${url}: ${textOf(observed, 'missing')}`,
        because: observed['because'] === 'skipped' ? 'skipped' : 'failed',
      });
    }
  };

  return {
    take(file, record) {
      if (tools.length === 0) return;
      try {
        if (record instanceof Unreadable) throw record;
        look(file, record);
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
        unseen.push({ file, reason: error.message, because: 'failed' });
      }
    },
    conclude(report) {
      if (engine) report.engine(engine.name, engine.version);
      for (const tool of tools) {
        if (reportMissing(report, tool.id, unseen, seen.length)) continue;
        for (const finding of judge(seen, tool))
          if (Object.hasOwn(tool.rules, finding.rule)) report.finding(tool.id, finding);
        report.completed(tool.id, { filesChecked: seen.length });
      }
    },
  };
}

/** Records are bounded when they are made, so Assay makes no larger one. */
const MAX_BYTES = 16 * 1024 * 1024;

export async function judgeParts(pass: EnginePass, report: PassReporter, judges: readonly PartJudge[]): Promise<void> {
  const files = [...pass.files].sort((a, b) => (a.staged < b.staged ? -1 : 1));
  for (const [index, { staged, size }] of files.entries()) {
    const record =
      size > MAX_BYTES
        ? new Unreadable(`larger than ${MAX_BYTES / 1024 / 1024} MB`)
        : await readRecord(join(pass.root, staged));
    for (const judge of judges) judge.take(staged, record);
    report.progress(index + 1, files.length);
  }
  for (const judge of judges) judge.conclude(report);
}

async function readRecord(path: string): Promise<Fields | Unreadable> {
  try {
    return fieldsOf(JSON.parse(decodeText(await readFile(path))), 'it');
  } catch (error) {
    if (error instanceof Unreadable) return error;
    if (error instanceof SyntaxError) return new Unreadable('the record is no JSON');
    throw error;
  }
}
