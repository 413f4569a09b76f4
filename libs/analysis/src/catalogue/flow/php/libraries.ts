import { PARAMETER } from '../labels';
import { below, settings, sinks } from '../make';
import type { FlowRows, SettingRow } from '../rows';

const each = (paths: readonly string[], names: readonly string[]): string[] => paths.flatMap((path) => below(path, names));

const GUZZLE = ['GuzzleHttp.Client', 'GuzzleHttp.ClientInterface'];
const VERBS = ['get', 'post', 'put', 'patch', 'delete', 'head'];
const HTTP_CLIENT = 'Symfony.Contracts.HttpClient.HttpClientInterface';
const REQUESTS = ['WpOrg.Requests.Requests', 'Requests'];

/** Clients: Guzzle, Symfony, Requests, Buzz. */
export const phpClients: FlowRows = {
  aliases: { 'Symfony.Component.HttpClient.HttpClient.create()': HTTP_CLIENT, 'Symfony.Component.HttpClient.CurlHttpClient': HTTP_CLIENT, 'Symfony.Component.HttpClient.NativeHttpClient': HTTP_CLIENT, [`${HTTP_CLIENT}.withOptions()`]: HTTP_CLIENT },
  sinks: [
    ...sinks('request-forgery', each(GUZZLE, [...VERBS.map((name) => `${name}Async`)]), { only: 'address' }),
    ...sinks('request-forgery', below('GuzzleHttp.ClientInterface', ['request', 'requestAsync']), { arguments: [1], only: 'address' }),
    ...sinks('request-forgery', ['GuzzleHttp.Client.requestAsync', 'Nyholm.Psr7.Request', 'Laminas.Diactoros.Request', 'Psr.Http.Message.RequestFactoryInterface.createRequest'], { arguments: [1], only: 'address' }),
    { call: 'GuzzleHttp.Client', weakness: 'request-forgery', field: 'base_uri', only: 'address' },
    ...sinks('request-forgery', each(REQUESTS, [...VERBS, 'request', 'options']), { only: 'address' }),
    ...sinks('request-forgery', ['Buzz.Browser.get', 'Buzz.Browser.post', 'Goutte.Client.request', 'Symfony.Component.BrowserKit.HttpBrowser.request'], { arguments: [0, 1], only: 'address' }),
  ],
  settings: [
    ...settings('certificate-unchecked', ['Symfony.Component.HttpClient.HttpClient.create', `${HTTP_CLIENT}.withOptions`], { field: 'verify_peer', is: [false] }),
    ...settings('host-name-unchecked', ['Symfony.Component.HttpClient.HttpClient.create', `${HTTP_CLIENT}.withOptions`], { field: 'verify_host', is: [false] }),
    ...settings('certificate-unchecked', [`${HTTP_CLIENT}.request`], { argument: [2], field: 'verify_peer', is: [false] }),
    ...settings('certificate-unchecked', ['wp_remote_get', 'wp_remote_post', 'wp_remote_request', 'wp_remote_head'], { argument: [1], field: 'sslverify', is: [false] }),
    ...settings('certificate-unchecked', each(REQUESTS, VERBS), { argument: [2, 3], field: 'verify', is: [false] }),
  ],
};

const COLLECTION_READS = ['aggregate', 'countDocuments', 'findOneAndDelete', 'findOneAndReplace', 'replaceOne', 'updateMany', 'distinct', 'count', 'remove', 'update'];
const BUILDERS = ['andWhere', 'orWhere', 'andHaving', 'orHaving', 'orderBy', 'addOrderBy', 'innerJoin', 'leftJoin', 'groupBy', 'where', 'having', 'addSelect'];

/** Doctrine, MongoDB, and drivers beside those of PHP itself. */
export const phpMappers: FlowRows = {
  aliases: {
    'Doctrine.ORM.EntityManagerInterface.getConnection()': 'Doctrine.DBAL.Connection',
    'Doctrine.ORM.EntityManager.getConnection()': 'Doctrine.DBAL.Connection',
  },
  sinks: [
    ...sinks('nosql-injection', below('*', COLLECTION_READS), { only: 'object', imports: ['MongoDB'] }),
    ...sinks('sql-injection', below('*', BUILDERS), { only: 'sql-composed', imports: ['Doctrine'] }),
    ...sinks('sql-injection', ['*.fetchAllKeyValue', '*.fetchAllNumeric', '*.executeCacheQuery', '*.insertFromSelect', '*.getOne', '*.getAll', '*.getRow', '*.getCol', '*.queryAll', '*.fetchRow', '*.fetchPairs', '*.fetchCol'], { only: 'sql-text' }),
    ...sinks('ldap-injection', ['Symfony.Component.Ldap.Ldap.query', 'Symfony.Component.Ldap.LdapInterface.query'], { arguments: [1] }),
  ],
};

const SMARTY = ['Smarty', 'Smarty.Smarty'];
const MAILERS = ['PHPMailer.PHPMailer.PHPMailer', 'PHPMailer'];

/** Templates, mail, files and formats. */
export const phpLibraries: FlowRows = {
  aliases: { 'Twig_Environment.createTemplate': 'Twig.Environment.createTemplate' },
  sinks: [
    ...sinks('template-injection', each(SMARTY, ['fetch', 'display', 'createTemplate']), { only: 'inline-template' }),
    ...sinks('template-injection', ['Mustache_Engine.render', 'Mustache.Engine.render', 'Latte.Engine.renderToString', 'Latte.Engine.render', 'League.Plates.Engine.render', 'Handlebars.Handlebars.render'], { only: 'whole' }),
    ...sinks('template-injection', ['Twig.Loader.ArrayLoader', 'Liquid.Template.parse', 'LightnCandy.LightnCandy.compile']),
    ...sinks('code-injection', below('Symfony.Component.ExpressionLanguage.ExpressionLanguage', ['evaluate', 'compile'])),
    ...sinks('unsafe-deserialization', ['opis.closure.unserialize', 'laravel.serializableclosure.unserialize']),
    { call: 'Symfony.Component.Yaml.Yaml.parse', weakness: 'unsafe-deserialization', onlyWithFlag: ['Symfony.Component.Yaml.Yaml.PARSE_OBJECT'] },
    ...sinks('path-traversal', below('Symfony.Component.Filesystem.Filesystem', ['remove', 'dumpFile', 'appendToFile', 'mkdir', 'touch', 'copy', 'rename', 'mirror', 'chmod', 'readFile', 'symlink'])),
    ...sinks('path-traversal', below('Symfony.Component.Filesystem.Filesystem', ['copy', 'rename', 'mirror', 'symlink']), { arguments: [1] }),
    ...sinks('path-traversal', ['Symfony.Component.Finder.Finder.in', 'Imagick', 'Imagick.readImage', 'Imagick.writeImage', 'TCPDF.Image', 'PhpOffice.PhpSpreadsheet.IOFactory.load', 'Intervention.Image.ImageManager.make'], { only: 'file' }),
    ...sinks('command-injection', ['phpseclib3.Net.SSH2.exec', 'phpseclib.Net.SSH2.exec', 'Net_SSH2.exec', 'Illuminate.Support.Facades.Process.run', 'Illuminate.Support.Facades.Process.start'], { only: 'shell-text' }),
    ...sinks('command-injection', ['Symfony.Component.Process.Process', 'Illuminate.Support.Facades.Process.run'], { only: 'shell-list' }),
  ],
  settings: [
    ...settings('weak-cipher', ['phpseclib3.Crypt.DES', 'phpseclib3.Crypt.TripleDES', 'phpseclib3.Crypt.RC4', 'phpseclib3.Crypt.RC2', 'phpseclib3.Crypt.Blowfish', 'phpseclib.Crypt.DES', 'phpseclib.Crypt.RC4'], { always: true }),
    ...settings('weak-cipher', ['phpseclib3.Crypt.AES', 'phpseclib3.Crypt.Rijndael', 'phpseclib3.Crypt.Twofish'], { matches: '^ecb$' }),
    ...settings('short-key', ['phpseclib3.Crypt.RSA.createKey', 'phpseclib3.Crypt.DSA.createParameters'], { below: 2048 }),
    ...MAILERS.flatMap((name): SettingRow[] => [
      { call: `${name}.Password`, isAssignment: true, weakness: 'hard-coded-password', fixed: true },
      { call: `${name}.SMTPOptions.ssl.verify_peer`, isAssignment: true, weakness: 'certificate-unchecked', is: [false] },
    ]),
    ...settings('debug-switch', ['Twig.Environment'], { argument: [1], field: 'debug', is: [true], severity: 'low' }),
  ],
};

const SERVERS = ['SoapServer', ...['Laminas', 'Zend'].flatMap((name) => [`${name}.Json.Server.Server`, `${name}.XmlRpc.Server`, `${name}.Soap.Server`])];
const OF_CALL = { parameters: [], label: PARAMETER, ofObjects: true } as const;

/** Servers of remote calls: SOAP, JSON-RPC and XML-RPC. Clients choose the method and its arguments. */
export const phpRemoteCalls: FlowRows = {
  handlers: [...each(SERVERS, ['setClass', 'setObject']).map((call) => ({ call, ...OF_CALL })), { call: '*.withObject', imports: ['JsonRPC'], ...OF_CALL }],
};
