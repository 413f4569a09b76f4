import { catalogue, didYouMean } from '@assay/analysis';
import type { ErrorObject, ValidateFunction } from 'ajv';
import type { ScanConfiguration } from './configuration';
import { CONFIGURATION_SCHEMA } from './schema';

/** One fault of a configuration. */
export interface ConfigurationProblem {
  /** The names and indexes of the path to the field; empty for the whole. */
  readonly path: readonly (string | number)[];
  readonly message: string;
}

let compiled: ValidateFunction<ScanConfiguration> | undefined;

/** Ajv is loaded on demand: a scan without a configuration starts without its 63 modules. */
function compile(): ValidateFunction<ScanConfiguration> {
  const { Ajv } = require('ajv') as typeof import('ajv');
  const ajv = new Ajv({ allErrors: true, verbose: true, strict: true, strictTypes: false });
  return ajv.compile<ScanConfiguration>(CONFIGURATION_SCHEMA);
}

/** All problems of a value as a configuration; empty if it is valid. */
export function configurationProblems(given: unknown): ConfigurationProblem[] {
  compiled ??= compile();
  if (!compiled(given)) return (compiled.errors ?? []).map(problemOf);
  const configuration = given as ScanConfiguration;
  return [...unknownRules(configuration), ...contradictions(configuration)];
}

function problemOf(error: ErrorObject): ConfigurationProblem {
  const path = error.instancePath.split('/').slice(1).map(unescaped);
  switch (error.keyword) {
    case 'additionalProperties': {
      const name = error.params['additionalProperty'] as string;
      const known = Object.keys(error.parentSchema?.['properties'] ?? {});
      return {
        path: [...path, name],
        message: `there is no such field.${didYouMean(name, known) || ` Known are ${known.join(', ')}.`}`,
      };
    }
    case 'enum': {
      const allowed = (error.params['allowedValues'] as readonly unknown[]).map(String);
      const meant = didYouMean(String(error.data), allowed);
      const hint = meant || (allowed.length > 20 ? ' assay tools lists them.' : ` Possible are ${allowed.join(', ')}.`);
      return { path, message: `${quoted(error.data)} is not known.${hint}` };
    }
    case 'const':
      return { path, message: `must be ${String(error.params['allowedValue'])}` };
    case 'pattern':
      return { path, message: 'must be a glob with at most two * in a part of the path and two ** in all' };
    default:
      return { path, message: error.message ?? 'is not valid' };
  }
}

/** Otherwise a renamed rule would silently count again. */
function unknownRules({ rules = {} }: ScanConfiguration): ConfigurationProblem[] {
  return Object.keys(rules).flatMap((selector): ConfigurationProblem[] => {
    const slash = selector.indexOf('/');
    const id = slash < 0 ? selector : selector.slice(0, slash);
    const tool = catalogue.find((each) => each.id === id);
    if (tool === undefined) {
      const ids = catalogue.map((each) => each.id);
      return [
        {
          path: ['rules', selector],
          message: `there is no tool ${quoted(id)}.${didYouMean(id, ids) || ' assay tools lists them.'}`,
        },
      ];
    }
    const rule = selector.slice(slash + 1);
    if (slash < 0 || Object.hasOwn(tool.rules, rule)) return [];
    const hint = didYouMean(rule, Object.keys(tool.rules)) || ` assay tools ${id} lists them.`;
    return [{ path: ['rules', selector], message: `${id} has no rule ${quoted(rule)}.${hint}` }];
  });
}

const contradictions = ({ tools }: ScanConfiguration): ConfigurationProblem[] =>
  (tools?.only ?? [])
    .filter((tool) => tools?.except?.includes(tool))
    .map((tool) => ({ path: ['tools', 'except'], message: `${tool} is in "only", too` }));

/** Undoes the escapes of `/` and `~` in a JSON pointer. */
function unescaped(segment: string): string | number {
  return /^\d+$/.test(segment) ? Number(segment) : segment.replace(/~1/g, '/').replace(/~0/g, '~');
}

/** The value is untrusted and may be of any type and length. */
function quoted(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
