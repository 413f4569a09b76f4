import { Document, type IRuleResult, Ruleset, Spectral } from '@stoplight/spectral-core';
import { Json, Yaml } from '@stoplight/spectral-parsers';
import { Resolver } from '@stoplight/spectral-ref-resolver';
import { oas } from '@stoplight/spectral-rulesets';
import type { ToolDefinition } from '../../catalogue/tool';
import type { EnginePass, PassReporter } from '../engine';
import { MAX_DESCRIPTION_BYTES, describesApi } from '../kit/api-description';
import { judgeEachText, rulesOf, withKnownRules } from '../kit/per-file';

/** The object at a path of a parsed document; undefined if there is none. */
function valueAt(data: unknown, path: readonly (string | number)[]): object | undefined {
  let value = data;
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<string | number, unknown>)[part];
  }
  return typeof value === 'object' && value !== null ? value : undefined;
}

/**
 * Whether a fault is one of the description. The content of an example is data, whatever its keys are called. Tools
 * that write descriptions say `nullable` of values of any type, and all tools that read descriptions accept it.
 */
const isOfDescription = ({ code, path, message }: Pick<IRuleResult, 'code' | 'path' | 'message'>): boolean =>
  !message.includes('"nullable" cannot be used without "type"') &&
  !(code === 'oas3-valid-schema-example' && path.some((each, at) => isOfExample(path, each, at)));

const isOfExample = (path: IRuleResult['path'], each: string | number, at: number): boolean =>
  (each === 'example' || each === 'examples') && path[at - 1] !== 'properties' && at < path.length - 1;

/**
 * Runs Spectral with its own OpenAPI rules. The resolver has no readers, because the default one follows a `$ref` to
 * any address or file. References within the file are resolved. Anything outside is not judged.
 */
export async function lintDescriptions(pass: EnginePass, report: PassReporter): Promise<void> {
  const known = oas.rules as Record<string, unknown>;
  const runners = new Map<string, Spectral>();
  const runnerFor = (tools: readonly ToolDefinition[]): Spectral => {
    const key = tools.map(({ id }) => id).join();
    const made = runners.get(key) ?? new Spectral({ resolver: new Resolver({ resolvers: {} }) });
    if (!runners.has(key)) {
      made.setRuleset(
        new Ruleset({
          extends: [[oas, 'off']],
          rules: Object.fromEntries([...rulesOf(tools)].map((rule) => [rule, 'warn'])),
        }),
      );
      runners.set(key, made);
    }
    return made;
  };

  await judgeEachText(
    withKnownRules(pass, report, (rule) => Object.hasOwn(known, rule)),
    report,
    async ({ file, text, tools }) => {
      if (!describesApi(text)) return [];
      const document = file.staged.endsWith('.json') ? new Document(text, Json) : new Document(text, Yaml);
      const results = await runnerFor(tools).run(document);
      const isAnswered = (path: (string | number)[]) => Object.hasOwn(valueAt(document.data, path) ?? {}, 'default');
      // `default` describes the answer of a success, too, where no other does.
      const faults = results.filter(({ code, path }) => code !== 'operation-success-response' || !isAnswered(path));
      return faults
        .filter((each) => isOfDescription(each))
        .map(({ code, message, range, path }) => ({
          rule: String(code),
          line: range.start.line + 1,
          column: range.start.character + 1,
          message: path.length === 0 ? message : `${message} (${path.join('.')})`,
        }));
    },
    { maxBytes: MAX_DESCRIPTION_BYTES },
  );
}
