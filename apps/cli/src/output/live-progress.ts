import { counted } from '@assay/kernel';
import { type SessionDocument, progressOf } from '@assay/scanning';
import { type SingleBar, Presets, SingleBar as Bar } from 'cli-progress';
import pc from 'picocolors';

/** How a session is watched: a bar on a terminal, a line per tool elsewhere, nothing where only the result counts. */
interface LiveProgress {
  update(document: SessionDocument): void;
  stop(): void;
}

const MARK: Readonly<Record<string, string>> = {
  completed: pc.green('✓'),
  failed: pc.red('✗'),
  skipped: pc.yellow('-'),
};

export const silent: LiveProgress = { update: () => undefined, stop: () => undefined };

export function progressOn(stream: NodeJS.WriteStream): LiveProgress {
  return stream.isTTY ? bar(stream) : lines(stream);
}

function bar(stream: NodeJS.WriteStream): LiveProgress {
  const shown: SingleBar = new Bar(
    {
      stream,
      format:
        '{bar} {percentage}%  {value}/{total} tools  {duration_formatted}, about {eta_formatted} left  ' +
        '{findings} findings  {note}',
      hideCursor: true,
      clearOnComplete: true,
      linewrap: false,
    },
    Presets.rect,
  );
  let begun = false;
  return {
    update(document) {
      const { total, completed, failed, skipped } = progressOf(document);
      const payload = { findings: findingsOf(document), note: noteOn(document) };
      if (!begun) shown.start(total, 0, payload);
      begun = true;
      shown.setTotal(total);
      shown.update(completed + failed + skipped, payload);
    },
    stop: () => shown.stop(),
  };
}

function lines(stream: NodeJS.WriteStream): LiveProgress {
  const told = new Set<string>();
  let preparing = false;
  return {
    update(document) {
      if (!preparing) stream.write('preparing the target\n');
      preparing = true;
      for (const report of Object.values(document.toolReports)) {
        if (report.completedAt === null || told.has(report.toolName)) continue;
        told.add(report.toolName);
        const { total } = progressOf(document);
        const said =
          report.status === 'completed'
            ? `${counted(report.findingsCount, 'finding')}, ${report.duration} ms`
            : (report.result?.reason ?? report.status);
        stream.write(
          `${MARK[report.status] ?? ' '} ${String(told.size).padStart(String(total).length)}/${total} ` +
            `${report.toolName}: ${said}\n`,
        );
      }
    },
    stop: () => undefined,
  };
}

const findingsOf = ({ toolReports }: SessionDocument): number =>
  Object.values(toolReports).reduce((sum, { findingsCount }) => sum + findingsCount, 0);

function noteOn({ status, toolReports, files }: SessionDocument): string {
  if (status === 'initializing') return files === null ? 'preparing the target' : `${files} files`;
  const running = Object.values(toolReports)
    .filter((report) => report.status === 'running')
    .map(({ toolName }) => toolName);
  return running.length === 0
    ? ''
    : pc.dim(`${running.slice(0, 3).join(', ')}${running.length > 3 ? ` and ${running.length - 3} more` : ''}`);
}
