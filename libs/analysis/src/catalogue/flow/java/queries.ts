import { below, chained, sinks } from '../make';
import type { FlowRows } from '../rows';

const MONGO_MAPS = ['Document', 'BasicDBObject', 'Document.append', 'Document.put', 'BasicDBObject.append', 'BasicDBObject.put'];
const VERTX_CLIENTS = ['SqlClient', 'SqlConnection', 'Pool', 'PgPool', 'MySQLPool', 'JDBCPool', 'SQLConnection', 'SQLClient'];
const LDAP_QUERY = ['base', 'attributes', 'searchScope', 'countLimit', 'timeLimit'];

/** Libraries for SQL beside JDBC and JPA, and queries of other kinds: LDAP, XPath, MongoDB. */
export const javaQueries: FlowRows = {
  aliases: {
    'DSL.using()': 'DSLContext',
    'JdbcClient.create()': 'JdbcClient',
    'DatabaseClient.create()': 'DatabaseClient',
    'Jdbi.open()': 'Handle',
    'Jdbi.create().open()': 'Handle',
    'SessionFactory.getCurrentSession()': 'Session',
    'SessionFactory.openSession()': 'Session',
    'EntityManager.unwrap()': 'Session',
    'EntityManagerFactory.createEntityManager()': 'EntityManager',
    'XPathFactory.newXPath()': 'XPath',
    'XPathFactory.newInstance().newXPath()': 'XPath',
    'XPathFactory.instance()': 'XPathFactory',
    'Processor.newXPathCompiler()': 'XPathCompiler',
    'JXPathContext.newContext()': 'JXPathContext',
    LDAPInterface: 'LDAPConnection',
    LDAPConnectionPool: 'LDAPConnection',
    LdapOperations: 'LdapTemplate',
    LdapNetworkConnection: 'LdapConnection',
    'LdapQueryBuilder.query()': 'LdapQueryBuilder',
    ...chained('LdapQueryBuilder', LDAP_QUERY),
  },
  sinks: [
    ...sinks('sql-injection', ['JdbcClient.sql', 'DatabaseClient.sql', 'Session.createNativeMutationQuery', 'Session.createMutationQuery', 'Session.createSelectionQuery', 'Restrictions.sqlRestriction']),
    ...sinks('sql-injection', [...below('DSL', ['condition', 'field', 'table', 'sql', 'query']), ...below('DSLContext', ['fetch', 'fetchOne', 'fetchMany', 'execute', 'query', 'resultQuery', 'batch'])]),
    ...sinks('sql-injection', [...below('Handle', ['createQuery', 'createUpdate', 'createScript', 'execute', 'select', 'prepareBatch'])]),
    ...sinks('sql-injection', below('QueryRunner', ['query', 'update', 'execute', 'insert', 'batch']), { arguments: [0, 1], only: 'text' }),
    ...sinks(
      'sql-injection',
      VERTX_CLIENTS.flatMap((client) => below(client, ['query', 'preparedQuery', 'queryWithParams', 'updateWithParams', 'update'])),
      { only: 'text' },
    ),
    ...sinks('sql-injection', ['DB.sqlQuery', 'DB.sqlUpdate', 'DB.findNative', 'Ebean.createSqlQuery', 'Ebean.createSqlUpdate']),
    ...sinks('sql-injection', ['*.createStatement', '*.createNativeMutationQuery', '*.queryForStream', '*.queryForRowSet', '*.resultQuery'], { only: 'sql-text' }),
    ...sinks('sql-injection', ['*.where', '*.orderBy', '*.having', '*.groupBy'], { only: 'sql-composed', imports: ['org.jooq.DSLContext', 'org.jooq', 'org.jooq.impl.DSL'] }),
    ...sinks('ldap-injection', below('LdapTemplate', ['searchForObject', 'searchForContext', 'authenticate', 'find', 'findOne']), { arguments: [0, 1] }),
    ...sinks('ldap-injection', ['LdapConnection.search', 'LdapQueryBuilder.filter'], { arguments: [0, 1] }),
    ...sinks('ldap-injection', ['LDAPConnection.search', 'LDAPConnection.searchForEntry'], { arguments: [0, 2, 3], only: 'text' }),
    ...sinks('ldap-injection', ['Filter.create'], { imports: ['com.unboundid.ldap.sdk.Filter', 'com.unboundid.ldap.sdk'] }),
    ...sinks('ldap-injection', ['HardcodedFilter']),
    // A whole name is read here, as one that a certificate or a form brings. Only a part of it can add others to a name.
    ...sinks('ldap-injection', ['LdapName', 'DistinguishedName'], { only: 'ldap-name' }),
    ...sinks('ldap-injection', [...below('LdapTemplate', ['lookup', 'lookupContext', 'bind', 'rebind', 'unbind', 'modifyAttributes', 'list', 'listBindings'])], { only: 'ldap-name' }),
    ...sinks('ldap-injection', ['SimpleBindRequest', 'LDAPConnection.bind', 'LDAPConnection.delete', 'LDAPConnection.modify', 'LdapConnection.bind', 'LdapConnection.delete'], { only: 'ldap-name' }),
    // Who signs in chooses the entry with whose password it is done.
    ...sinks('ldap-injection', ['*.put', '*.setProperty', 'DirContext.addToEnvironment'], { arguments: [1], onlyWithFlag: ['Context.SECURITY_PRINCIPAL'], only: 'ldap-name' }),
    ...sinks('ldap-injection', ['*.put', '*.setProperty'], { arguments: [1], onlyWithFirst: 'java.naming.security.principal', only: 'ldap-name' }),
    ...sinks('xpath-injection', ['*.selectNodes', '*.selectSingleNode', 'DocumentHelper.createXPath', 'XPathCompiler.compile', 'XPathCompiler.evaluate', 'XPathFactory.compile', 'XPathAPI.selectNodeList', 'XPathAPI.selectSingleNode', 'VTDXPath.selectXPath']),
    ...sinks('xpath-injection', below('JXPathContext', ['getValue', 'iterate', 'selectNodes', 'selectSingleNode', 'getPointer'])),
    ...sinks('nosql-injection', ['BasicQuery', 'Document.parse', 'BsonDocument.parse', 'BasicDBObject.parse', 'Filters.where', 'MongoTemplate.executeCommand']),
    ...sinks('nosql-injection', MONGO_MAPS, { arguments: [1], onlyWithFirst: '$where' }),
  ],
  sanitizers: [
    ...['LdapEncoder.filterEncode', 'LdapEncoder.nameEncode', 'Filter.encodeValue', 'Filter.createEqualityFilter', 'Filter.equal', 'EqualsFilter', 'LikeFilter', 'PresentFilter', 'WhitespaceWildcardsFilter', 'Rdn.escapeValue', 'Rdn'].map((call) => ({ call, safeFor: ['ldap-injection'] as const })),
    ...['DSL.val', 'DSL.value', 'DSL.inline', 'DSL.param', 'DSL.name'].map((call) => ({ call, safeFor: ['sql-injection'] as const })),
  ],
};
