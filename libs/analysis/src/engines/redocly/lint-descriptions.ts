import {
  BaseResolver,
  createConfig,
  getLineColLocation,
  lintFromString,
  makeDocumentFromString,
} from '@redocly/openapi-core';
import { join } from 'node:path';
import type { ToolDefinition } from '../../catalogue/tool';
import type { EnginePass, PassReporter } from '../engine';
import { MAX_DESCRIPTION_BYTES, describesApi } from '../kit/api-description';
import { indentOf } from '../kit/indent';
import { type Problem, judgeEachText, rulesOf } from '../kit/per-file';

/** An object may have properties that its schema does not name, unless the schema says that it may not. */
const OPTIONS: Readonly<Record<string, object>> = {
  'no-invalid-media-type-examples': { severity: 'warn', allowAdditionalProperties: true },
  'no-invalid-schema-examples': { severity: 'warn', allowAdditionalProperties: true },
};

const NOT_FOLLOWED = 'references out of the file are not followed';

/**
 * Runs Redocly's linter on one text. Redocly's resolver would read any file or address in a `$ref`. Assay's resolver
 * refuses both, and the rule about references ignores those that lead out of the file. No configuration file is read.
 */
export async function lintDescriptions(pass: EnginePass, report: PassReporter): Promise<void> {
  class ClosedResolver extends BaseResolver {
    override loadExternalRef(): Promise<never> {
      return Promise.reject(new Error(NOT_FOLLOWED));
    }
  }
  const configs = new Map<string, ReturnType<typeof createConfig>>();
  const configFor = (tools: readonly ToolDefinition[]) => {
    const key = tools.map(({ id }) => id).join();
    if (!configs.has(key))
      configs.set(
        key,
        createConfig({
          rules: Object.fromEntries([...rulesOf(tools)].map((rule) => [rule, OPTIONS[rule] ?? 'warn'])),
        } as Parameters<typeof createConfig>[0]),
      );
    return configs.get(key)!;
  };

  await judgeEachText(
    pass,
    report,
    async ({ file, text, tools }): Promise<Problem[]> => {
      if (!describesApi(text)) return [];
      const absoluteRef = join(pass.scratch, file.staged.endsWith('.json') ? 'openapi.json' : 'openapi.yaml');
      const problems = await lintFromString({
        source: text,
        absoluteRef,
        config: await configFor(tools),
        externalRefResolver: new ClosedResolver(),
      });
      const lines = text.split('\n');
      const isElsewhere = withParametersElsewhere(text, absoluteRef);
      return problems
        .filter(
          ({ message }) => !message.includes(NOT_FOLLOWED) && !message.includes('"nullable" cannot be used without'),
        )
        .filter(
          ({ ruleId, location }) => ruleId !== 'path-parameters-defined' || !isElsewhere(location[0]?.pointer ?? ''),
        )
        .map(({ ruleId, message, location }) => {
          const place = location[0] ? getLineColLocation(location[0]) : undefined;
          const severity = severityIn(text, ruleId);
          return {
            rule: ruleId,
            message,
            ...(place && { line: place.start.line, column: place.start.col }),
            ...(severity && { severity }),
          };
        })
        .filter(({ rule, line }) => rule !== 'operation-2xx-response' || !succeeds(lines, line ?? 1));
    },
    { maxBytes: MAX_DESCRIPTION_BYTES },
  );
}

/** Undefined: as the rule says. */
function severityIn(text: string, rule: string): Problem['severity'] {
  // A description without any scheme is of an API that everyone may call.
  if (rule === 'security-defined' && !SCHEMES.test(text)) return 'info';
  if (rule === 'path-parameters-defined' && isOutline(text)) return 'medium';
  return undefined;
}

/** Whether no operation has an answer, or none says what its path takes: it is for readers, and no client is made. */
const isOutline = (text: string): boolean => !RESPONSES.test(text) || !IN_PATH.test(text);

/** A parameter of a path, wherever it is declared. */
const IN_PATH = /["']?\bin["']?\s*:\s*["']?path\b/;

/**
 * Tells whether the parameters of an operation, or of its path, are in another file, which is not followed. It takes
 * the pointer of something in the operation, and reads the text when it is first asked.
 */
function withParametersElsewhere(text: string, absoluteRef: string): (pointer: string) => boolean {
  let description: { readonly parsed: unknown } | undefined;
  return (pointer) => {
    description ??= makeDocumentFromString(text, absoluteRef);
    return hasParametersElsewhere(description.parsed, pointer);
  };
}

/** @param pointer `#/paths/~1moons~1{name}/get` */
function hasParametersElsewhere(description: unknown, pointer: string): boolean {
  let part = description;
  for (const name of pointer.split('/').slice(1)) {
    part = fieldOf(part, name.replaceAll('~1', '/').replaceAll('~0', '~'));
    const parameters = fieldOf(part, 'parameters');
    const refs = [part, ...(Array.isArray(parameters) ? parameters : [])].map((each) => fieldOf(each, '$ref'));
    if (refs.some((ref) => typeof ref === 'string' && !ref.startsWith('#'))) return true;
  }
  return false;
}

const fieldOf = (part: unknown, name: string): unknown =>
  typeof part === 'object' && part !== null && Object.hasOwn(part, name)
    ? (part as Readonly<Record<string, unknown>>)[name]
    : undefined;

const RESPONSES = /["']?responses["']?\s*:/;
const SCHEMES = /["']?(?:securitySchemes|securityDefinitions|security)["']?\s*:/;
/** A redirect, or a code with words behind it, of which another rule says that it is no code. */
const SUCCESS = /^\s*(["']?)(?:30[1-8]|2\d\d[ _-][\w -]{1,60})\1\s*:/;

/** Whether one of the answers that begin on the line (from 1) is how the operation succeeds, as a redirect may be. */
function succeeds(lines: readonly string[], line: number): boolean {
  const depth = indentOf(lines[line - 1] ?? '');
  const below = lines.slice(line);
  const end = below.findIndex((each) => each.trim() !== '' && indentOf(each) <= depth);
  return below.slice(0, end === -1 ? undefined : end).some((each) => SUCCESS.test(each));
}
