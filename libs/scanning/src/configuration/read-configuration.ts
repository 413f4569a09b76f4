import type { Document, Node } from 'yaml';
import { type ConfigurationProblem, configurationProblems } from './check-configuration';
import type { ScanConfiguration } from './configuration';

/** Loaded on demand: a scan without a configuration starts without these 72 modules. */
const yaml = (): typeof import('yaml') => require('yaml') as typeof import('yaml');

/** The most characters of a configuration. */
const LONGEST = 256 * 1024;

/** The message has a line for each problem: file, line, column, field and fault. */
export class ConfigurationInvalid extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'ConfigurationInvalid';
  }
}

/**
 * Reads an `assay.yml`.
 *
 * @param file its name in messages
 * @throws ConfigurationInvalid with every problem
 */
export function readConfiguration(text: string, file: string): ScanConfiguration {
  if (text.length > LONGEST) throw new ConfigurationInvalid([`${file}: has more than ${LONGEST} characters`]);
  const { LineCounter, parseDocument } = yaml();
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, version: '1.2' });
  const place = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}`;
  };
  if (document.errors.length > 0)
    throw new ConfigurationInvalid(document.errors.map(({ pos, message }) => `${place(pos[0])}: ${message}`));
  const given = contentOf(document, file);
  const problems = configurationProblems(given);
  if (problems.length === 0) return given as ScanConfiguration;
  throw new ConfigurationInvalid(
    problems
      .map((problem) => ({ offset: offsetOf(document, problem), problem }))
      .sort((a, b) => a.offset - b.offset)
      .map(
        ({ offset, problem: { path, message } }) =>
          `${place(offset)}: ${path.join('.')}${path.length > 0 ? ': ' : ''}${message}`,
      ),
  );
}

/** An empty file decides nothing. */
function contentOf(document: Document, file: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 }) ?? {};
  } catch (error) {
    throw new ConfigurationInvalid([`${file}: ${(error as Error).message}`]); // aliases that multiply
  }
}

/** The place of the field in the text: its name, if it has one. */
function offsetOf({ contents }: Document, { path }: ConfigurationProblem): number {
  const { isMap, isScalar } = yaml();
  let node: unknown = contents;
  let offset = startOf(node);
  for (const segment of path) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => String(isScalar(key) ? key.value : key) === String(segment));
      if (pair === undefined) return offset;
      offset = startOf(pair.key);
      node = pair.value;
    } else {
      node = (node as { get?: (key: unknown, keepScalar: boolean) => unknown } | undefined)?.get?.(segment, true);
      offset = startOf(node, offset);
    }
  }
  return offset;
}

const startOf = (node: unknown, fallback = 0): number =>
  yaml().isNode(node) ? ((node as Node).range?.[0] ?? fallback) : fallback;
