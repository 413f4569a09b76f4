import { CONFIGURATION_SCHEMA } from '@assay/scanning';

const { $schema: _, title: __, ...schema } = CONFIGURATION_SCHEMA;

/** The form of a project's configuration, as the OpenAPI document has it: the same as of an `assay.yml`. */
export const PROJECT_CONFIGURATION: Readonly<Record<string, unknown>> = {
  ...schema,
  description:
    'What its sessions and scans take where a request says nothing: ' +
    'the form of an `assay.yml`, at most 32 KB as JSON. ' +
    'A field of a request wins over it, and it wins over the defaults; tools or categories in a request win over all ' +
    'that it says of tools. The gate is for the command line alone.',
  example: {
    profile: 'recommended',
    tools: { except: ['spelling'] },
    rules: { 'js-suspicious/no-eval': 'critical' },
    paths: { except: ['legacy/**'] },
    budget: { credits: 20 },
  },
};
