import { SECRET_FORMATS, type SecretFormat } from './secret-formats';
import { type RuleDefinition, SOURCE_TARGETS, type ToolDefinition } from './tool';

const token = (service: string, severity: RuleDefinition['severity'] = 'critical'): RuleDefinition => ({
  severity,
  cwe: 'CWE-798',
  weakness: 'leaked-secret',
  title: `A credential of ${service} is in the file`,
});
const BINARIES = 'png,jpg,jpeg,gif,webp,avif,ico,bmp,tiff,pdf,zip,gz,tgz,bz2,xz,7z,rar,jar,war,class,o,a,so,dll,exe,wasm,woff,woff2,ttf,otf,eot,mp3,mp4,mov,webm,ogg,wav,avi';

/**
 * The indefinite article. A name in capitals is spelled out, and some letters then begin with a vowel: an AWS key, but
 * a Linode token.
 */
const articleOf = (name: string): 'A' | 'An' => {
  if (/^(?:[A-Z\d]{2,}\b|n(?:8n|pm|grok)\b|xAI\b)/.test(name)) return /^[AEFHILMNORSX8n]/i.test(name) ? 'An' : 'A';
  return /^[aeiou]/i.test(name) && !/^(?:u[sn]i|one|eu)/i.test(name) ? 'An' : 'A';
};

const ofFormat = ({ name, severity = 'critical' }: SecretFormat): RuleDefinition => ({
  severity,
  cwe: 'CWE-798',
  weakness: 'leaked-secret',
  title: `${articleOf(name)} ${name} is in the file`,
});

const RULES: ToolDefinition['rules'] = {
  PrivateKey: { severity: 'critical', cwe: 'CWE-321', weakness: 'leaked-secret', title: 'A private key is in the file', fix: 'Make a new key, replace the old one wherever it is trusted, and load it from a secret manager.' },
  AWSSecretAccessKey: token('AWS'),
  PrivateKeyJSON: token('Google Cloud'),
  PackageJSON_xOauthToken: token('GitHub'),
  Npmrc_authToken: token('a package registry'),
  NPM_ACCESS_TOKEN: token('npm'),
  BasicAuth: { severity: 'high', cwe: 'CWE-798', weakness: 'leaked-secret', title: 'An address holds a user name and password' },
  MongoDBConnection: { severity: 'high', cwe: 'CWE-798', weakness: 'leaked-secret', title: 'A MongoDB connection string holds a password' },
  MySQLConnection: { severity: 'high', cwe: 'CWE-798', weakness: 'leaked-secret', title: 'A MySQL connection string holds a password' },
  PostgreSQLConnection: { severity: 'high', cwe: 'CWE-798', weakness: 'leaked-secret', title: 'A PostgreSQL connection string holds a password' },
  SLACK_TOKEN: token('Slack'),
  IncomingWebhook: token('Slack', 'high'),
  SENDGRID_KEY: token('SendGrid'),
  SHOPIFY_KEY: token('Shopify'),
  GITHUB_TOKEN: token('GitHub'),
  GITLAB_PERSONAL_ACCESS_TOKEN: token('GitLab'),
  GRAFANA_CLOUD_API_TOKEN: token('Grafana'),
  GRAFANA_SERVICE_ACCOUNT_TOKEN: token('Grafana'),
  OPENAI_TOKEN: token('OpenAI'),
  ANTHROPIC_API_KEY: token('Anthropic'),
  GROQ_API_KEY: token('Groq'),
  HUGGINGFACE_USER_ACCESS_TOKEN: token('Hugging Face'),
  LINEAR_API_TOKEN: token('Linear'),
  NOTION_INTEGRATION_TOKEN: token('Notion'),
  OPS_TOKEN: token('1Password'),
  HASHICORP_VAULT_SERVICE_TOKEN: token('Vault'),
  HASHICORP_VAULT_BATCH_TOKEN: token('Vault'),
  HASHICORP_VAULT_RECOVERY_TOKEN: token('Vault'),
  VERCEL_PERSONAL_ACCESS_TOKEN: token('Vercel'),
  VERCEL_INTEGRATION_TOKEN: token('Vercel'),
  VERCEL_APP_ACCESS_TOKEN: token('Vercel'),
  VERCEL_APP_REFRESH_TOKEN: token('Vercel'),
  VERCEL_AI_GATEWAY_API_KEY: token('Vercel'),
  DATABRICKS_PERSONAL_ACCESS_TOKEN: token('Databricks'),
  DOCKER_PERSONAL_ACCESS_TOKEN: token('Docker Hub'),
  FIGMA_PERSONAL_ACCESS_TOKEN: token('Figma'),
  'url-credentials': { severity: 'high', cwe: 'CWE-798', weakness: 'leaked-secret', title: 'An address holds a password' },
  'assigned-password': { severity: 'high', cwe: 'CWE-798', weakness: 'leaked-secret', title: 'A password is written down', fix: 'Change the password where it is used, and read the new one from the environment or a secret manager. If it is made up for a test, say so in its name or value.' },
  'assigned-secret': { severity: 'high', cwe: 'CWE-798', weakness: 'leaked-secret', title: 'A key, token or other secret is written down', fix: 'Replace it where it is accepted, and read the new one from the environment or a secret manager. If it is made up for a test, say so in its name or value.' },
  ...Object.fromEntries(SECRET_FORMATS.map((format) => [format.id, ofFormat(format)])),
};

export const secretlintTools: readonly ToolDefinition[] = [
  {
    id: 'secrets-source',
    name: 'Secrets in source',
    description: 'Finds credentials, tokens, connection strings and private keys that were committed with the code.',
    category: 'security',
    billing: 'security',
    engine: 'secretlint',
    targets: [...SOURCE_TARGETS, 'mobile'],
    readsLeftOut: true,
    files: [`**/!(*.{${BINARIES}})`],
    advice: 'Revoke it first: whoever read the repository has it. Then load the new one from the environment or a secret manager.',
    rules: RULES,
    settings: { formats: SECRET_FORMATS },
  },
  {
    id: 'secrets-image',
    name: 'Secrets in images',
    description: 'Finds credentials, tokens, connection strings and private keys in the files of a container image, also in those that a later layer removed.',
    category: 'security',
    billing: 'security',
    engine: 'secretlint',
    targets: ['image'],
    files: [`**/!(*.{${BINARIES}})`],
    advice: 'Revoke it first: whoever can pull the image has it, and removing it in a later layer does not take it away. Then build the image without it, from the first layer that has it, with a build secret where the build needs it.',
    rules: RULES,
    settings: { formats: SECRET_FORMATS },
  },
];
