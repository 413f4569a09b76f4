import type { ImageRecord } from '@assay/target-records';
import type { RawFinding } from '../engine';
import type { BuildStep } from './build-steps';
import type { SecretSearch } from './secret-values';

/**
 * Finds secrets in the image's configuration and history, which everybody who has the image can read. Findings show
 * names, never values.
 */
export function secretFindings(
  { config }: ImageRecord,
  steps: readonly BuildStep[],
  search: SecretSearch,
): RawFinding[] {
  const environment = config.env.map((text) => ({
    name: text.split('=', 1)[0]!,
    value: text.slice(text.indexOf('=') + 1),
  }));
  const set = new Set(environment.map(({ name, value }) => `${name}=${value}`));
  return [
    ...environment.flatMap(({ name, value }) =>
      secretFinding(
        'secret-in-environment',
        search.judge(name, value),
        (why) => `The environment variable ${name} ${why}`,
      ),
    ),
    ...Object.entries(config.labels).flatMap(([name, value]) =>
      secretFinding('secret-in-label', search.judge(name, value), (why) => `The label ${name} ${why}`),
    ),
    ...steps.flatMap(({ number, instruction, command, assignments }) => [
      // A variable that is still set is already reported in the configuration.
      ...assignments
        .filter(({ name, value }) => instruction !== 'LABEL' && !(instruction === 'ENV' && set.has(`${name}=${value}`)))
        .flatMap(({ name, value }) =>
          secretFinding(
            'secret-in-history',
            search.judge(name, value),
            (why) =>
              `${instruction === 'ENV' ? 'The environment variable' : 'The build argument'} ${name} in ` +
              `step ${number} of the build ${why}`,
          ),
        ),
      ...(instruction === 'RUN'
        ? secretFinding(
            'secret-in-history',
            search.judgeCommand(command) ?? assignmentIn(command, search),
            (why) => `The command of step ${number} of the build ${why}`,
          )
        : []),
    ]),
  ];
}

const secretFinding = (rule: string, why: string | undefined, message: (why: string) => string): RawFinding[] =>
  why === undefined ? [] : [{ rule, message: message(why) }];

/** `export TOKEN=…`, `API_KEY=… npm run build`, `--password=…` */
function assignmentIn(command: string, search: SecretSearch): string | undefined {
  for (const [, name, quoted, plain] of command.matchAll(
    /(?:^|[\s;&|(]|--)([A-Za-z_][\w-]{0,100})=(?:["']([^"']*)["']|([^\s;&|)"']+))/g,
  )) {
    if (search.judge(name!, quoted ?? plain ?? '') !== undefined) return `sets ${name}, which is named like a secret`;
  }
  return undefined;
}
