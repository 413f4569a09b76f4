import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

/** A controller whose methods have one line each, with the imports that the lines need. */
const controller = (imports: readonly string[], fields: string, lines: readonly string[]) =>
  [
    'package shop;',
    ...imports.map((each) => `import ${each};`),
    'import org.springframework.web.bind.annotation.*;',
    '@RestController',
    `class Shop { ${fields}`,
    ...lines.map(
      (line, index) =>
        `  @GetMapping("/${index}") Object m${index}(@RequestParam String q) throws Exception { ${line} }`,
    ),
    '}',
    '',
  ].join('\n');

/** The rules found in each line. */
async function rulesOf(imports: readonly string[], fields: string, lines: readonly string[]): Promise<string[]> {
  const text = controller(imports, fields, lines);
  const first = text.split('\n').findIndex((line) => line.includes('m0(')) + 1;
  const { findings } = (await runOn(profileOf('flow'), flowTools, { 'Shop.java': text })).tool('java-data-flow');
  return lines.map((_, index) =>
    [...new Set(findings.filter(({ line }) => line === first + index).map(({ rule }) => rule))].sort().join(' '),
  );
}

const all = (count: number, rule: string): string[] => Array.from({ length: count }, () => rule);

/** Fields of the class, lines that are weak and lines like them that are not, by rule and library. */
const LIBRARIES: readonly (readonly [
  library: string,
  rule: string,
  imports: readonly string[],
  fields: string,
  weak: readonly string[],
  safe: readonly string[],
])[] = [
  [
    'jOOQ',
    'sql-injection',
    ['org.jooq.DSLContext', 'org.jooq.impl.DSL'],
    'DSLContext dsl;',
    [
      'return dsl.fetch("select * from t where n = \'" + q + "\'");',
      'return dsl.selectFrom("t").where("n = \'" + q + "\'").fetch();',
      'return dsl.select().from("t").orderBy(DSL.field(q)).fetch();',
    ],
    [
      'return dsl.fetch("select * from t where n = ?", q);',
      'return dsl.selectFrom("t").where("n = ?", q).fetch();',
      'return dsl.selectFrom("t").where(DSL.field("n").eq(q)).fetch();',
    ],
  ],
  [
    'clients of Spring, JDBI and R2DBC',
    'sql-injection',
    [
      'org.springframework.jdbc.core.simple.JdbcClient',
      'org.jdbi.v3.core.Handle',
      'org.springframework.r2dbc.core.DatabaseClient',
    ],
    'JdbcClient jdbc; Handle handle; DatabaseClient client;',
    [
      'return jdbc.sql("select * from t where n = \'" + q + "\'").query().listOfRows();',
      'return handle.createQuery("select * from t where n = \'" + q + "\'").mapToMap().list();',
      'return client.sql("select * from t where n = \'" + q + "\'").fetch().all();',
    ],
    [
      'return jdbc.sql("select * from t where n = ?").param(q).query().listOfRows();',
      'return handle.createQuery("select * from t where n = :n").bind("n", q).mapToMap().list();',
      'return client.sql("select * from t where n = :n").bind("n", q).fetch().all();',
    ],
  ],
  [
    'clients for HTTP',
    'request-forgery',
    [
      'okhttp3.OkHttpClient',
      'okhttp3.Request',
      'org.jsoup.Jsoup',
      'org.springframework.web.client.RestTemplate',
      'java.net.http.*',
      'java.net.*',
    ],
    'OkHttpClient ok; RestTemplate rest; HttpClient http;',
    [
      'return ok.newCall(new Request.Builder().url(q).build()).execute();',
      'return Jsoup.connect(q).get();',
      'return rest.postForEntity(q, null, String.class);',
      'return http.send(HttpRequest.newBuilder(URI.create(q)).build(), null);',
    ],
    [
      'return ok.newCall(new Request.Builder().url("https://a.example/?q=" + q).build()).execute();',
      'if (!q.startsWith("https://a.example/")) return null; return Jsoup.connect(q).get();',
      'return rest.postForEntity("https://a.example/", q, String.class);',
      'return http.send(HttpRequest.newBuilder(URI.create("https://a.example/" + q.length())).build(), null);',
    ],
  ],
  [
    'scripts and expressions',
    'code-injection',
    ['javax.script.*', 'org.mvel2.MVEL', 'groovy.lang.GroovyClassLoader'],
    '',
    [
      'return new ScriptEngineManager().getEngineByName("js").eval(q);',
      'return MVEL.eval(q);',
      'return new GroovyClassLoader().parseClass(q);',
    ],
    [
      'return new ScriptEngineManager().getEngineByName("js").eval("1 + 1");',
      'return MVEL.eval("price * " + Integer.parseInt(q));',
      'return new GroovyClassLoader().parseClass("class A {}");',
    ],
  ],
  [
    'formats of objects',
    'unsafe-deserialization',
    ['com.thoughtworks.xstream.XStream', 'org.apache.commons.lang3.SerializationUtils', 'java.io.*'],
    '',
    [
      'return new XStream().fromXML(q);',
      'return SerializationUtils.deserialize(q.getBytes());',
      'return new ObjectInputStream(new ByteArrayInputStream(q.getBytes())).readObject();',
    ],
    [
      'return new com.google.gson.Gson().fromJson(q, String.class);',
      'return SerializationUtils.serialize(q);',
      'return new StringReader(q);',
    ],
  ],
  [
    'programs that are started',
    'command-injection',
    ['java.util.*'],
    '',
    [
      'return new ProcessBuilder("sh", "-c", "ping " + q).start();',
      'return new ProcessBuilder(List.of("bash", "-c", "ping " + q)).start();',
      'return new ProcessBuilder(q, "-c1").start();',
      'return Runtime.getRuntime().exec("ping " + q);',
    ],
    [
      'return new ProcessBuilder("ping", "-c1", "--", q).start();',
      'return new ProcessBuilder(List.of("ping", q)).start();',
      'return new ProcessBuilder("sh", "-c", "uptime").start();',
      'return Runtime.getRuntime().exec(new String[] {"ping", q});',
    ],
  ],
  [
    'places of a redirect',
    'open-redirect',
    ['org.springframework.http.*', 'java.net.URI'],
    '',
    [
      'return ResponseEntity.status(302).location(URI.create(q)).build();',
      'HttpHeaders h = new HttpHeaders(); h.setLocation(URI.create(q)); return h;',
    ],
    [
      'return ResponseEntity.status(302).location(URI.create("/found?q=" + q)).build();',
      'HttpHeaders h = new HttpHeaders(); h.setLocation(URI.create("/home")); return h;',
    ],
  ],
  [
    'answers with a type',
    'cross-site-scripting',
    ['org.springframework.http.*'],
    '',
    ['return ResponseEntity.ok().contentType(MediaType.TEXT_HTML).body("<h1>" + q + "</h1>");'],
    ['return ResponseEntity.ok().contentType(MediaType.TEXT_HTML).body("<h1>" + q.length() + "</h1>");'],
  ],
  [
    'directories, paths of XML and documents',
    'ldap-injection',
    [
      'com.unboundid.ldap.sdk.*',
      'org.springframework.ldap.core.LdapTemplate',
      'org.springframework.ldap.support.LdapEncoder',
    ],
    'LDAPConnection ldap; LdapTemplate template; javax.naming.ldap.InitialLdapContext context;',
    [
      'return ldap.search("dc=x", SearchScope.SUB, "(cn=" + q + ")");',
      'return template.search("ou=x", "(cn=" + q + ")", null);',
      'return context.search("ou=x", "(cn=" + q + ")", null);',
      'return new javax.naming.ldap.LdapName("cn=" + q + ",ou=people");',
    ],
    [
      'return ldap.search("dc=x", SearchScope.SUB, Filter.createEqualityFilter("cn", q));',
      'return template.search("ou=x", "(cn=" + LdapEncoder.filterEncode(q) + ")", null);',
      // A name that is read as a whole asks a directory nothing.
      'return new javax.naming.ldap.LdapName(q);',
    ],
  ],
];

describe.each(LIBRARIES)('%s', (_, rule, imports, fields, weak, safe) => {
  it(`have lines with ${rule}`, async () => {
    expect(await rulesOf(imports, fields, weak)).toEqual(all(weak.length, rule));
  });

  it('have lines like them that are safe', async () => {
    expect(await rulesOf(imports, fields, safe)).toEqual(all(safe.length, ''));
  });
});
