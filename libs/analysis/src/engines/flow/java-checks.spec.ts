import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

async function rulesIn(tool: string, files: Readonly<Record<string, string>>): Promise<string[]> {
  const { findings } = (await runOn(profileOf('flow'), flowTools, files)).tool(tool);
  return [...new Set(findings.map(({ rule }) => rule))].sort();
}

const java = (body: string, members = '') =>
  'package shop;\nimport java.io.*;\nimport java.nio.file.*;\nimport java.util.*;\nimport java.util.regex.*;\n' +
  'import org.springframework.web.bind.annotation.*;\n@RestController\nclass Shop {\n' +
  '  private static final Pattern NAME = Pattern.compile("[a-z]+");\n  private final Path root = Path.of("/srv");\n' +
  `  enum Kind { ONE, TWO }\n  ${members}\n  @GetMapping("/")\n` +
  `  Object get(@RequestParam String q) throws Exception {\n    ${body}\n  }\n}\n`;

const READ = 'return Files.readString(root.resolve(q));';

describe('a path of Java', () => {
  it.each([
    ['is used as it came', READ],
    ['has no dot at its end', `if (q.contains("." + suffix)) return null; ${READ}`],
    ['is looked for in another text', `if (StringUtils.contains(File.separator, q)) return null; ${READ}`],
    ['is searched for a name', `if (!NAME.matcher(q).find()) return null; ${READ}`],
    [
      'is compared with its parent folders in it',
      'Path p = root.resolve(q); if (!p.startsWith(root)) return null; return Files.readString(p);',
    ],
    ['is made of a class with its whole name', 'return java.nio.file.Files.readString(java.nio.file.Path.of(q));'],
    ['is that of a stream', 'File f = new File("/srv", q); return new FileInputStream(f);'],
  ])('that %s leads anywhere', async (_, body) => {
    expect(await rulesIn('java-data-flow', { 'Shop.java': java(body) })).toEqual(['path-traversal']);
  });

  it.each([
    ['is held to a pattern', `if (!NAME.matcher(q).matches()) return null; ${READ}`],
    [
      'is held to a pattern by a matcher with a name',
      `Matcher m = NAME.matcher(q); if (!m.matches()) return null; ${READ}`,
    ],
    ['is held to a pattern in one call', `if (!Pattern.matches("[a-z]+", q)) return null; ${READ}`],
    ['has no separator of folders', `if (q.contains(File.separator)) return null; ${READ}`],
    ['names no folder above in one text', `if (q.contains("../")) return null; ${READ}`],
    ['names no folder above', `if (StringUtils.contains(q, "." + File.separator)) return null; ${READ}`],
    ['is held to letters', `if (!q.chars().allMatch(Character::isLetter)) return null; ${READ}`],
    ['is refused by an assertion', `Assert.isTrue(q.matches("[a-z]+"), "a name"); ${READ}`],
    [
      'is made plain and compared',
      'Path p = root.resolve(q).normalize(); if (!p.startsWith(root)) return null; return Files.readString(p);',
    ],
    [
      'is compared in its real form',
      'File f = new File("/srv", q); if (!f.getCanonicalPath().startsWith("/srv/")) return null;\n' +
        'return new FileInputStream(f);',
    ],
    ['is the last part of a path', 'return Files.readString(root.resolve(Paths.get(q).getFileName()));'],
    ['is the name of a file', 'return new FileInputStream(new File("/srv", new File(q).getName()));'],
    ['names a member of an enumeration', 'return Files.readString(root.resolve(Kind.valueOf(q).name()));'],
    [
      'is copied to another one',
      'Files.copy(new ByteArrayInputStream(q.getBytes()), root.resolve("kept")); return null;',
    ],
  ])('that %s stays where it must', async (_, body) => {
    expect(await rulesIn('java-data-flow', { 'Shop.java': java(body) })).toEqual([]);
  });
});

describe('what one method does with a path of Java', () => {
  const lines = async (body: string) => {
    const { findings } = (await runOn(profileOf('flow'), flowTools, { 'Shop.java': java(body) })).tool(
      'java-data-flow',
    );
    return findings.map(({ line }) => line);
  };
  const MADE = 'Path p = root.resolve(q);\n';

  it('is one finding, at its first use', async () => {
    expect(await lines(`${MADE}if (Files.exists(p))\n  Files.delete(p);\nFiles.createFile(p);\nreturn null;`)).toEqual([
      17,
    ]);
  });

  it('is a file that is opened rather than a folder that is made', async () => {
    expect(await lines(`${MADE}Files.createDirectories(p);\nFiles.createFile(p);\nreturn null;`)).toEqual([17]);
    expect(await lines(`${MADE}Files.createDirectories(p);\nreturn null;`)).toEqual([16]);
  });

  it('is found where it is only asked for', async () => {
    expect(await lines(`${MADE}return Files.exists(p);`)).toEqual([16]);
  });
});

describe('a path of Kotlin', () => {
  const kotlin = (body: string) =>
    'package shop\nimport java.io.File\nimport java.nio.file.Path\nimport kotlin.io.path.name\n' +
    'import org.springframework.web.bind.annotation.*\n@RestController\nclass Shop {\n' +
    `  @GetMapping("/")\n  fun get(@RequestParam q: String): Any? {\n    ${body}\n  }\n}\n`;
  const MADE = 'val f = File("/srv", q)';
  it.each([
    ['is read', [`${MADE}; return f.readText()`], ['path-traversal']],
    [
      'is required to lie in a folder',
      [`${MADE}; require(f.canonicalPath.startsWith("/srv/")) { "left" }; return f.readText()`],
      [],
    ],
    [
      'is checked for its folder',
      [`${MADE}; check(f.canonicalFile.parentFile == File("/srv")); return f.readText()`],
      [],
    ],
    ['is a name alone', ['return File("/srv", Path.of(q).name).readText()'], []],
  ])('that %s', async (_, [body], rules) => {
    expect(await rulesIn('kotlin-data-flow', { 'Shop.kt': kotlin(body!) })).toEqual(rules);
  });
});

describe('what a request brings to Java', () => {
  const QUERY = (value: string) =>
    'java.sql.Connection c = open();\n' +
    `return c.createStatement().executeQuery("select * from t where n = '" + ${value} + "'");`;
  const method = (parameters: string, value: string, annotation = '@PostMapping("/")') =>
    `${annotation} Object post(${parameters}) throws Exception { ${QUERY(value)} }`;
  const ORDER = 'package shop;\nclass Order { private String name; public String getName() { return name; } }\n';

  it.each([
    ['the body, as an object with getters', method('@RequestBody Order order', 'order.getName()')],
    ['a form, as an object without an annotation', method('Order order', 'order.getName()')],
    ['a parameter without an annotation', method('String name', 'name')],
    ['the body of JAX-RS', method('String body', 'body', '@POST')],
    [
      'a component of a record',
      `record Line(String name, int count) {} ${method('@RequestParam String n', 'new Line(n, 1).name()')}`,
    ],
    ['a variable of a pattern', method('@RequestParam Object n', '(n instanceof String text ? text : "")')],
    ['the value of a cookie that is found by its name', method('@CookieValue Cookie[] all', 'named(all).getValue()')],
  ])('%s', async (_, members) => {
    const named =
      'Cookie named(Cookie[] all) { for (Cookie k : all) if (k.getName().equals("a")) return k; return null; }';
    const files = { 'Shop.java': java('return null;', `${members}\n  ${named}`), 'Order.java': ORDER };
    expect(await rulesIn('java-data-flow', files)).toEqual(['sql-injection']);
  });

  it('is nothing of what the framework passes by itself', async () => {
    const service = 'package shop;\nclass Order { Object name; Object find() { return name; } }\n';
    const files = { 'Shop.java': java('return null;', method('Order order', 'order.find()')), 'Order.java': service };
    expect(await rulesIn('java-data-flow', files)).toEqual([]);
  });

  it.each([
    ['JSON', '"application/json"', []],
    ['a page', '"text/html"', ['cross-site-scripting']],
  ])('is answered by JAX-RS as %s', async (_, type, rules) => {
    const text =
      'package shop;\nimport javax.ws.rs.*;\nimport javax.ws.rs.core.*;\n@Path("/a")\nclass Shop {\n' +
      `  @GET @Produces(${type}) public Response get(@QueryParam("q") String q) {\n` +
      '    return Response.ok("<b>" + q + "</b>").build();\n  }\n}\n';
    expect(await rulesIn('java-data-flow', { 'Shop.java': text })).toEqual(rules);
  });
});
