import type { Budget } from '../../infrastructure/budget';
import type { YamlTree } from '../../kit/yaml-tree';
import type { PipelineFault } from '../pipeline-fault';
import { wrongJobs } from './jobs';
import { wrongNames } from './names';
import { wrongValues } from './values';
import { writtenIn } from './written';

/**
 * Finds mistakes that GitLab refuses, and jobs that it never runs, in a document of a pipeline; each place once for a
 * rule.
 * @param isAlone whether the file has no other document, such as the header of what others include
 */
export function mistakesIn(tree: YamlTree, file: string, isAlone: boolean, budget: Budget): PipelineFault[] {
  const written = writtenIn(tree, file, isAlone, budget);
  if (!written) return [];
  const found = new Map<string, PipelineFault>();
  for (const { rule, at, message } of [...wrongNames(written), ...wrongJobs(written), ...wrongValues(written)]) {
    const place = { file, line: tree.lineOf(at), column: tree.columnOf(at) };
    const key = `${rule} ${place.line} ${place.column}`;
    if (!found.has(key)) found.set(key, { rule, at: place, message });
  }
  return [...found.values()];
}
