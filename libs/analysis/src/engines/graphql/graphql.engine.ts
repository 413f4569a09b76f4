import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type DefinitionNode,
  type DocumentNode,
  GraphQLError,
  Kind,
  Source,
  buildASTSchema,
  isTypeDefinitionNode,
  isTypeSystemDefinitionNode,
  isTypeSystemExtensionNode,
  parse,
  validate,
  validateSchema,
  version,
} from 'graphql';
import { specifiedSDLRules } from 'graphql/validation/specifiedRules';
import { validateSDL } from 'graphql/validation/validate';
import picomatch from 'picomatch';
import type { ToolDefinition } from '../../catalogue/tool';
import type { Engine, EnginePass, PassReporter } from '../engine';
import { Unreadable, decodeText, oneLine } from '../kit/per-file';
import { STYLE_RULES } from './schema-style';

const MAX_BYTES = 2 * 1024 * 1024;
const MAX_TOKENS = 200_000;

/** Directives that servers and gateways define. A schema in files uses them without a definition. */
const PROVIDED = new RegExp(
  [
    String.raw`^Unknown directive "@(?:key|external|requires|provides|extends|shareable|link|inaccessible|`,
    String.raw`override|tag|interfaceObject|composeDirective|authenticated|requiresScopes|policy|`,
    String.raw`auth|client|connection|model|rest|aws_\w+|cacheControl|constraint|cost|listSize|relation|`,
    String.raw`search|id|default|unique|goModel|goField|specifiedBy|oneOf|computed|cypher|node)"`,
  ].join(''),
);

/**
 * Runs GraphQL.js on all files of a target together, because a schema is usually split over several files. Operations
 * are checked against the schema if it is complete, otherwise only by rules that need no schema.
 */
export const engine: Engine = {
  async run(pass, report) {
    report.engine('graphql', version);
    for (const tool of pass.tools) await judge(pass, tool, report);
  },
};

async function judge(pass: EnginePass, tool: ToolDefinition, report: PassReporter): Promise<void> {
  const matches = picomatch([...tool.files], { dot: true });
  const files = pass.files.filter(({ staged }) => matches(staged)).sort((a, b) => (a.staged < b.staged ? -1 : 1));
  const documents: DocumentNode[] = [];
  for (const { staged, size } of files) {
    try {
      if (size > MAX_BYTES) throw new Unreadable(`larger than ${MAX_BYTES / 1024 / 1024} MB`);
      const text = decodeText(await readFile(join(pass.root, staged)));
      if (text.replace(/#.*/g, '').trim() !== '')
        documents.push(parse(new Source(text, staged), { maxTokens: MAX_TOKENS }));
    } catch (error) {
      report.unreadable(tool.id, staged, reasonOf(error));
    }
  }
  const errors = [
    ...schemaErrors(documents),
    ...operationErrors(documents),
    ...STYLE_RULES.flatMap((rule) => rule(documents)),
  ];
  for (const { rule, error } of unique(errors)) {
    const place = error.locations?.[0];
    const file = (error.source ?? error.nodes?.[0]?.loc?.source)?.name;
    if (Object.hasOwn(tool.rules, rule))
      report.finding(tool.id, {
        rule,
        ...(file && { file }),
        ...(place && { line: place.line, column: place.column }),
        message: oneLine(error.message),
      });
  }
  report.progress(files.length, files.length);
  report.completed(tool.id, { filesChecked: files.length });
}

function reasonOf(error: unknown): string {
  if (error instanceof RangeError) return 'nested too deeply';
  const line = error instanceof GraphQLError ? error.locations?.[0]?.line : undefined;
  return oneLine(
    `${line === undefined ? '' : `line ${line}: `}${error instanceof Error ? error.message : String(error)}`,
  );
}

export interface NamedError {
  readonly rule: string;
  readonly error: GraphQLError;
}

const together = (
  documents: readonly DocumentNode[],
  belongs: (definition: DefinitionNode) => boolean,
): DocumentNode => ({
  kind: Kind.DOCUMENT,
  definitions: documents.flatMap(({ definitions }) => definitions.filter(belongs)),
});

const isSchema = (definition: DefinitionNode) =>
  isTypeSystemDefinitionNode(definition) || isTypeSystemExtensionNode(definition);

function schemaErrors(documents: readonly DocumentNode[]): NamedError[] {
  const schema = together(documents, isSchema);
  // The rules run one by one, because an error does not contain the name of its rule.
  return specifiedSDLRules.flatMap((rule) =>
    validateSDL(schema, undefined, [rule])
      .filter(({ message }) => !PROVIDED.test(message))
      .map((error) => ({ rule: kebab(rule.name), error })),
  );
}

/** Errors that only a complete schema shows: interfaces that are not implemented, input types used as output. */
function operationErrors(documents: readonly DocumentNode[]): NamedError[] {
  const definitions = together(documents, isSchema);
  if (
    !definitions.definitions.some((definition) => isTypeDefinitionNode(definition) && definition.name.value === 'Query')
  )
    return [];
  try {
    const schema = buildASTSchema(definitions, { assumeValidSDL: true });
    const mistakes = validateSchema(schema).filter(
      ({ message }) => !message.startsWith('Query root type must be provided'),
    );
    if (mistakes.length > 0) return mistakes.map((error) => ({ rule: 'valid-schema', error }));
    const operations = together(documents, (definition) => !isSchema(definition));
    return operations.definitions.length === 0
      ? []
      : validate(schema, operations).map((error) => ({ rule: 'valid-operation', error }));
  } catch (error) {
    // A schema with errors may not build at all. The rules above have reported why.
    if (
      error instanceof GraphQLError ||
      error instanceof TypeError ||
      (error instanceof Error && /Unknown type|must be|defined|duplicate/i.test(error.message))
    )
      return [];
    throw error;
  }
}

const kebab = (name: string) =>
  name
    .replace(/Rule$/, '')
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase();

const unique = (errors: readonly NamedError[]): NamedError[] => [
  ...new Map(
    errors.map((each) => [
      `${each.rule} ${each.error.message} ${each.error.source?.name} ${JSON.stringify(each.error.locations)}`,
      each,
    ]),
  ).values(),
];
