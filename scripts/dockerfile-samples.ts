import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMPOSE_RULES } from '../libs/analysis/src/catalogue/compose-rules';
import { BUILDING } from '../libs/analysis/src/catalogue/dockerfile';
import type { SampledRule } from '../libs/analysis/src/catalogue/sampled-rule';
import { SECURITY_RULES } from '../libs/analysis/src/catalogue/dockerfile-rules/security';
import { SERVER_RULES } from '../libs/analysis/src/catalogue/server-rules';
import { SHELL_RULES } from '../libs/analysis/src/catalogue/shell-rules';
import { problemsIn as servicesIn } from '../libs/analysis/src/engines/compose/judge-services';
import { problemsIn } from '../libs/analysis/src/engines/dockerfile/dockerfile.engine';
import type { Problem } from '../libs/analysis/src/engines/kit/per-file';
import { parseYaml } from '../libs/analysis/src/engines/kit/yaml-tree';
import { judgeOf } from '../libs/analysis/src/engines/server-settings/judges';
import { problemsIn as mistakesIn, reader } from '../libs/analysis/src/engines/shell/shell.engine';
import { SAMPLES } from '../libs/analysis/test/sample-runs';

/** Writes the samples of a tool from the examples of its rules, a folder a rule. */
function writeSamples(
  tool: string,
  rules: readonly (SampledRule & { readonly file?: string })[],
  usualName: string,
  judge: (text: string, name: string) => readonly Problem[],
): void {
  const folder = join(SAMPLES, tool);
  const own = new Set(rules.map(({ id }) => id));
  rmSync(folder, { recursive: true, force: true });
  const write = (side: string, id: string, name: string, text: string) => {
    mkdirSync(join(folder, side, id), { recursive: true });
    writeFileSync(join(folder, side, id, name), text);
  };
  for (const { id, bad, good, file: name = usualName } of rules) {
    write('positive', id, name, bad);
    write('negative', id, name, good);
  }
  const expected = rules
    .flatMap(({ id, bad, file: name = usualName }) =>
      judge(bad, name).map(({ rule, line }) => ({ rule, at: `${id}/${name}:${line}` })),
    )
    .filter(({ rule }) => own.has(rule))
    .map(({ rule, at }) => `${at} ${rule}`)
    .sort();
  writeFileSync(join(folder, 'expected.json'), `${JSON.stringify(expected, null, 2)}\n`);
}

writeSamples('dockerfile-security', SECURITY_RULES, 'Dockerfile', problemsIn);
writeSamples('dockerfile-build', BUILDING, 'Dockerfile', problemsIn);
writeSamples('compose-security', COMPOSE_RULES, 'compose.yaml', (text) => parseYaml(text).flatMap(servicesIn));
writeSamples('server-settings', SERVER_RULES, 'nginx.conf', (text, name) => judgeOf(name)(text));

void reader().then((read) => writeSamples('shell-scripts', SHELL_RULES, 'script.sh', (text) => mistakesIn(text, read)));
