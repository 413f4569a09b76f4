import { SOURCE_TARGETS, type ToolDefinition } from './tool';

const graphqlSchema: ToolDefinition = {
  id: 'graphql-schema',
  name: 'GraphQL schema',
  description: 'GraphQL schemas and operations that do not hold together over their files: unknown types and fields, duplicates, interfaces that are not implemented.',
  category: 'standards',
  billing: 'linting',
  engine: 'graphql',
  targets: SOURCE_TARGETS,
  files: ['**/*.{graphql,graphqls,gql}'],
  advice: 'Correct the definition; a server refuses to start with the schema as it is.',
  rules: {
    'lone-schema-definition': { severity: 'high', title: 'More than one schema definition' },
    'unique-operation-types': { severity: 'high', title: 'Root type given twice' },
    'unique-type-names': { severity: 'high', title: 'Type defined twice', weakness: 'duplicate-declaration', fix: 'Keep one, or write `extend type`.' },
    'unique-enum-value-names': { severity: 'high', title: 'Enum value given twice', weakness: 'duplicate-key' },
    'unique-field-definition-names': { severity: 'high', title: 'Field defined twice', weakness: 'duplicate-key' },
    'unique-argument-definition-names': { severity: 'high', title: 'Argument defined twice', weakness: 'duplicate-key' },
    'unique-directive-names': { severity: 'high', title: 'Directive defined twice', weakness: 'duplicate-declaration' },
    'known-type-names': { severity: 'high', title: 'Unknown type', weakness: 'undefined-name' },
    'known-directives': { severity: 'medium', title: 'Unknown directive', weakness: 'undefined-name' },
    'unique-directives-per-location': { severity: 'medium', title: 'Directive used twice in one place' },
    'possible-type-extensions': { severity: 'high', title: 'Extension of a type that does not exist, or of another kind' },
    'known-argument-names-on-directives': { severity: 'medium', title: 'Unknown argument of a directive' },
    'unique-argument-names': { severity: 'high', title: 'Argument given twice', weakness: 'duplicate-key' },
    'unique-input-field-names': { severity: 'high', title: 'Input field given twice', weakness: 'duplicate-key' },
    'provided-required-arguments-on-directives': { severity: 'high', title: 'Required argument of a directive missing' },
    'valid-schema': { severity: 'high', title: 'Invalid schema' },
    'valid-operation': { severity: 'high', title: 'Operation that the schema does not allow' },
    'deprecation-without-reason': { severity: 'low', title: 'Deprecation without a reason', fix: 'Say what to use instead: `@deprecated(reason: "…")`.' },
    'type-name': { severity: 'info', title: 'Type name in lower case', fix: 'Begin type names with a capital.' },
  },
};

export const graphqlTools: readonly ToolDefinition[] = [graphqlSchema];
