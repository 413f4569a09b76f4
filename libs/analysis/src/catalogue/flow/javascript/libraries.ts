import { FLOW_WEAKNESSES, type FlowRows, STORED } from '../rows';

const AXIOS = ['get', 'post', 'put', 'patch', 'delete', 'head'];
/** Options of clients that choose whom they ask. */
export const IN_OPTIONS = ['url', 'uri', 'baseURL', 'baseUrl', 'prefixUrl', 'host', 'hostname', 'proxy'];
const MONGO = ['find', 'findOne', 'findOneAndUpdate', 'findOneAndDelete', 'updateOne', 'updateMany', 'deleteOne', 'deleteMany', 'count', 'countDocuments', 'replaceOne', 'findOneAndReplace'];
/** Databases that take MongoDB's queries. */
const OF_MONGO = ['mongodb', 'mongoose', 'monk', 'mongojs', 'marsdb', 'nedb', '@seald-io/nedb'];
const ARCHIVES = ['unzipper', 'unzip-stream', 'node-unzip-2', 'yauzl', 'tar', 'tar-stream', 'tar-fs'];
const ENTRY = ['path', 'fileName', 'name'].map((name) => `archive.Entry.${name}`);
const ENTRIES = [...ENTRY, 'adm-zip.getEntries()', 'node-stream-zip.entries()'];

/** Databases, HTTP clients, template engines and parsers. */
export const libraries: FlowRows = {
  lookups: {
    methods: ['find', 'findAll', 'findOne', 'findByPk', 'findById', 'findAndCountAll', 'findMany', 'findUnique', 'findFirst'],
    imports: ['sequelize', 'mongoose', 'mongodb', '@prisma/client', 'typeorm'],
  },
  milder: [{ labels: [STORED], severities: { 'cross-site-scripting': 'medium', 'code-injection': 'medium' } }],
  digests: ['md5', 'sha1', 'sha256', 'js-sha256.sha256', 'object-hash', 'hash-sum'],
  handlers: [{ call: '*.on', event: 'entry', parameters: ['archive.Entry', ''], imports: ARCHIVES }],
  sources: Object.fromEntries(ENTRIES.map((path) => [path, 'name of a file in an archive'])),
  harmless: [{ paths: ENTRIES, weaknesses: FLOW_WEAKNESSES.filter((name) => name !== 'path-traversal') }],
  aliases: { 'axios.create()': 'axios', 'superagent.get()': 'superagent', 'mysql2.promise': 'mysql2' },
  sinks: [
    { call: '*.query', weakness: 'sql-injection', only: 'sql-text' },
    { call: '*.execute', weakness: 'sql-injection', only: 'sql-text' },
    { call: '*.raw', weakness: 'sql-injection', only: 'sql-text' },
    { call: '*.all', weakness: 'sql-injection', only: 'sql-text' },
    { call: '*.run', weakness: 'sql-injection', only: 'sql-text' },
    { call: '*.each', weakness: 'sql-injection', only: 'sql-text' },
    { call: '*.prepare', weakness: 'sql-injection', only: 'sql-text' },
    { call: '*.get', weakness: 'sql-injection', only: 'sql-text' },
    ...['exec', 'unsafe'].map((name) => ({ call: `*.${name}`, weakness: 'sql-injection' as const, only: 'sql-text' as const })),
    ...['where', 'andWhere', 'orWhere', 'having', 'andHaving', 'orHaving'].map((name) => ({ call: `*.${name}`, weakness: 'sql-injection' as const, only: 'sql-composed' as const, imports: ['typeorm', '@nestjs/typeorm'] })),
    // A caller who also asks for the header looks for the key that verifies the token.
    ...['jsonwebtoken.decode', 'jwt-decode', 'jwt-decode.jwtDecode', 'jose.decodeJwt'].map((call) => ({ call, weakness: 'token-unverified' as const, unlessWith: 'complete', unlessCalled: ['jsonwebtoken.verify', 'jose.jwtVerify'] })),
    { call: 'drizzle-orm.sql.raw', weakness: 'sql-injection' },
    { call: '*.whereRaw', weakness: 'sql-injection' },
    { call: '*.orderByRaw', weakness: 'sql-injection' },
    { call: '*.$queryRawUnsafe', weakness: 'sql-injection' },
    { call: '*.$executeRawUnsafe', weakness: 'sql-injection' },
    { call: 'sequelize.literal', weakness: 'sql-injection' },
    ...MONGO.map((name) => ({ call: `*.${name}`, weakness: 'nosql-injection' as const, only: 'object' as const, imports: OF_MONGO })),
    // The query and the content stand in the same object.
    ...['axios', 'axios.request', 'request', 'got'].map((call) => ({ call, weakness: 'request-forgery' as const, fieldsOfObject: IN_OPTIONS })),
    ...AXIOS.map((name) => ({ call: `axios.${name}`, weakness: 'request-forgery' as const })),
    ...['post', 'put', 'patch', 'delete', 'head', 'stream'].map((name) => ({ call: `got.${name}`, weakness: 'request-forgery' as const })),
    { call: 'undici.fetch', weakness: 'request-forgery' },
    ...['ky', 'ky.get', 'ky.post', 'phin', 'bent'].map((call) => ({ call, weakness: 'request-forgery' as const })),
    ...['goto'].map((name) => ({ call: `*.${name}`, weakness: 'request-forgery' as const, imports: ['puppeteer', 'puppeteer-core', 'playwright', 'playwright-core', 'playwright-chromium'] })),
    { call: 'got.get', weakness: 'request-forgery' },
    { call: 'superagent', weakness: 'request-forgery' },
    { call: 'node-serialize.unserialize', weakness: 'unsafe-deserialization' },
    { call: 'js-yaml.load', weakness: 'unsafe-deserialization', onlyWith: 'schema' },
    { call: 'libxmljs.parseXml', weakness: 'xml-external-entities', onlyWith: 'noent' },
    { call: 'libxmljs.parseXmlString', weakness: 'xml-external-entities', onlyWith: 'noent' },
    ...['search', 'modify', 'add', 'del'].map((name) => ({ call: `ldapjs.createClient().${name}`, weakness: 'ldap-injection' as const, arguments: [0, 1] })),
    ...['search', 'searchReturnAll'].map((name) => ({ call: `ldapts.Client.${name}`, weakness: 'ldap-injection' as const, arguments: [0, 1] })),
    ...['select', 'select1', 'evaluate', 'parse'].map((name) => ({ call: `xpath.${name}`, weakness: 'xpath-injection' as const })),
    { call: 'handlebars.compile', weakness: 'template-injection' },
    { call: 'pug.compile', weakness: 'template-injection' },
    { call: 'pug.render', weakness: 'template-injection' },
    { call: 'ejs.render', weakness: 'template-injection' },
    { call: 'ejs.compile', weakness: 'template-injection' },
    { call: 'nunjucks.renderString', weakness: 'template-injection' },
    { call: 'lodash.template', weakness: 'template-injection' },
  ],
  sanitizers: [
    // The type is one of a list, whatever the content is.
    ...['fromBuffer', 'fileTypeFromBuffer', 'fromFile', 'fileTypeFromFile', 'fromStream', 'fileTypeFromStream'].map((name) => ({ call: `file-type.${name}`, safeFor: 'all' as const })),
    { call: 'mysql.escape', safeFor: ['sql-injection'] },
    { call: '*.escapeLiteral', safeFor: ['sql-injection'] },
    { call: '*.escapeIdentifier', safeFor: ['sql-injection'] },
    { call: 'sqlstring.escape', safeFor: ['sql-injection'] },
    // It has 24 hexadecimal digits, or an error is raised.
    ...['mongodb.ObjectId', 'mongodb.ObjectID', 'bson.ObjectId', 'mongoose.Types.ObjectId', 'mongoose.mongo.ObjectId', 'mongodb.ObjectId.createFromHexString'].map((call) => ({ call, safeFor: 'all' as const })),
    { call: 'escape-html', safeFor: ['cross-site-scripting'] },
    { call: 'he.encode', safeFor: ['cross-site-scripting'] },
    { call: 'he.escape', safeFor: ['cross-site-scripting'] },
    { call: 'lodash.escape', safeFor: ['cross-site-scripting'] },
    { call: 'validator.escape', safeFor: ['cross-site-scripting'] },
    { call: 'sanitize-html', safeFor: ['cross-site-scripting'] },
    { call: 'xss', safeFor: ['cross-site-scripting'] },
    { call: 'dompurify.sanitize', safeFor: ['cross-site-scripting'] },
    { call: 'lodash.escapeRegExp', safeFor: ['regular-expression-injection'] },
    { call: 'escape-string-regexp', safeFor: ['regular-expression-injection'] },
    ...['EqualityFilter', 'SubstringFilter', 'PresenceFilter', 'ApproximateFilter', 'GreaterThanEqualsFilter', 'LessThanEqualsFilter'].flatMap((name) => ['ldapjs', 'ldapts'].map((module) => ({ call: `${module}.${name}`, safeFor: ['ldap-injection' as const] }))),
    { call: 'ldap-escape.filter', safeFor: ['ldap-injection'] },
    { call: 'sanitize-filename', safeFor: ['path-traversal'] },
    { call: 'mongo-sanitize', safeFor: ['nosql-injection'] },
    { call: 'shell-quote.quote', safeFor: ['command-injection'] },
  ],
};
