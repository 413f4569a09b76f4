import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, resolve } from 'node:path';

/**
 * Makes stack traces name the lines of the sources, not of a bundle. The source map is read when a stack is first read:
 * Node's own `--enable-source-maps` would read it at every start.
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

/** A type that Node's own types lack: a place without a source. */
interface Origin {
  readonly originalSource?: string;
  readonly originalLine: number;
  readonly originalColumn: number;
}

/** The head of a stack in V8's form. Reading an error's name or message may throw, but a stack must not. */
function headOf(error: unknown): string {
  try {
    return Error.prototype.toString.call(error);
  } catch {
    return '<error>';
  }
}
