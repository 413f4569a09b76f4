import { rulesById } from './sampled-rule';
import { SERVER_RULES } from './server-rules';
import { SOURCE_TARGETS, type ToolDefinition } from './tool';

/** Settings of servers by their usual names, and any that a web server may include. */
const SERVER_FILES: readonly string[] = [
  '**/*.{conf,nginx,vhost}',
  '**/*.conf.{template,tmpl,j2,erb,dist,sample,example}',
  '**/sites-{available,enabled}/*',
  '**/{.htaccess,httpd.conf,sshd_config,sshd_config.*,*pg_hba*}',
  '**/{php*,*php,.user,user,custom,production,prod,grafana*,supervisord*}.ini',
  '**/{php,grafana}/**/*.ini',
  '**/{traefik,elasticsearch,opensearch,mongod}.{yml,yaml}',
  '**/traefik.toml',
  '**/mongod.cfg',
  '**/daemon.json',
  '**/*.cnf',
  '**/*{firestore,storage}*.rules',
  '**/{database,firebase}*.rules.json',
];

export const serverTools: readonly ToolDefinition[] = [
  {
    id: 'server-settings',
    name: 'Settings of servers',
    description: 'Settings of web servers, proxies, databases, brokers and consoles, and rules of Firebase: paths and headers that visitors can abuse, old versions of TLS, and programs and data that ask nobody for a login.',
    category: 'security',
    billing: 'security',
    engine: 'server-settings',
    targets: SOURCE_TARGETS,
    files: SERVER_FILES,
    advice: 'Ask everybody for a login, and let a request decide nothing but what it asks for.',
    rules: rulesById(SERVER_RULES.map(({ file: _, ...rule }) => rule)),
  },
];
