import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, resolve } from 'node:path';

/**
 * Has stacks name the lines of the sources, not of a bundle. Its source map is read at the first error whose
 * stack somebody reads: Node's own `--enable-source-maps` would read it at every start.
 *
 * @param bundle a file with its source map beside it
 */
export function nameSourcesOf(bundle: string): void {
  let map: SourceMap | undefined;
  const positionOf = (frame: NodeJS.CallSite): string => {
    const text = String(frame);
    const line = frame.getLineNumber();
    const column = frame.getColumnNumber();
    if (frame.getFileName() !== bundle || line === null || column === null) return text;
    map ??= new SourceMap(JSON.parse(readFileSync(`${bundle}.map`, 'utf8')));
    const { originalSource, originalLine, originalColumn } = map.findEntry(line - 1, column - 1) as Origin;
    if (originalSource === undefined) return text;
    const source = resolve(dirname(bundle), originalSource);
    return text.replace(`${bundle}:${line}:${column}`, `${source}:${originalLine + 1}:${originalColumn + 1}`);
  };
  if (!existsSync(`${bundle}.map`)) return;
  Error.prepareStackTrace = (error, frames) =>
    [headOf(error), ...frames.map((frame) => `    at ${positionOf(frame)}`)].join('\n');
}

/** What Node's types leave out: a place that no source has. */
interface Origin {
  readonly originalSource?: string;
  readonly originalLine: number;
  readonly originalColumn: number;
}

/** As V8 writes it. Reading an error's name or message may throw, and a stack must not. */
function headOf(error: unknown): string {
  try {
    return Error.prototype.toString.call(error);
  } catch {
    return '<error>';
  }
}
