import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUILD_RULES } from '../libs/analysis/src/catalogue/dockerfile-rules/build';
import type { DockerfileRule } from '../libs/analysis/src/catalogue/dockerfile-rules/rule';
import { SECURITY_RULES } from '../libs/analysis/src/catalogue/dockerfile-rules/security';
import { problemsIn } from '../libs/analysis/src/engines/dockerfile/dockerfile.engine';
import { SAMPLES } from '../libs/analysis/test/sample-runs';

/** Writes the samples of the tools for Dockerfiles from the examples of their rules, a folder a rule. */
function writeSamples(tool: string, rules: readonly DockerfileRule[]): void {
  const folder = join(SAMPLES, tool);
  const own = new Set(rules.map(({ id }) => id));
  rmSync(folder, { recursive: true, force: true });
  const write = (side: string, id: string, text: string) => {
    mkdirSync(join(folder, side, id), { recursive: true });
    writeFileSync(join(folder, side, id, 'Dockerfile'), text);
  };
  for (const { id, bad, good } of rules) {
    write('positive', id, bad);
    write('negative', id, good);
  }
  const expected = rules
    .flatMap(({ id, bad }) => problemsIn(bad).map(({ rule, line }) => ({ rule, at: `${id}/Dockerfile:${line}` })))
    .filter(({ rule }) => own.has(rule))
    .map(({ rule, at }) => `${at} ${rule}`)
    .sort();
  writeFileSync(join(folder, 'expected.json'), `${JSON.stringify(expected, null, 2)}\n`);
}

writeSamples('dockerfile-security', SECURITY_RULES);
writeSamples('dockerfile-build', BUILD_RULES);
