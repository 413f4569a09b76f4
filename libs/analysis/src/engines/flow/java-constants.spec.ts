import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

/** `rule line` of each finding in `Shop.java`. */
async function found(shop: string, others: Readonly<Record<string, string>> = {}): Promise<string[]> {
  const files = { 'Shop.java': shop, ...others };
  const { findings } = (await runOn(profileOf('flow'), flowTools, files)).tool('java-data-flow');
  return findings.map(({ rule, line }) => `${rule} ${line}`);
}

const SPRING = 'package shop;\nimport java.util.*;\nimport org.springframework.web.bind.annotation.*;\n';

describe('an annotation that lets other origins in', () => {
  const onClass = (given: string) => found(`${SPRING}@RestController\n@CrossOrigin${given}\nclass Shop { }\n`);
  it.each([
    ['a pattern for all of them', '(originPatterns = "*", allowCredentials = "true")'],
    ['all of them', '(origins = "*", allowCredentials = "true")'],
    ['all of them in a list', '(value = {"https://a.example", "*"}, allowCredentials = "true")'],
    ['none, which means all', '(allowCredentials = "true", maxAge = 3600)'],
  ])('is found with cookies and %s', async (_, given) => {
    expect(await onClass(given)).toEqual(['any-origin 5']);
  });

  it.each([
    ['nothing', ''],
    ['all origins without cookies', '("*")'],
    ['cookies that are left out', '(originPatterns = "*", allowCredentials = "false")'],
    ['origins that are named', '(origins = {"https://a.example", "https://b.example"}, allowCredentials = "true")'],
    ['an origin from the settings', '(origins = "${shop.origin}", allowCredentials = "true")'],
  ])('is no finding with %s', async (_, given) => {
    expect(await onClass(given)).toEqual([]);
  });

  it('is found on a method', async () => {
    const method = (given: string) =>
      found(
        `${SPRING}@RestController\nclass Shop {\n  @CrossOrigin${given}\n  @GetMapping("/") int a() { return 1; }\n}\n`,
      );
    expect(await method('(originPatterns = {"*"}, allowCredentials = "true")')).toEqual(['any-origin 6']);
    expect(await method('(origins = "https://a.example", allowCredentials = "true")')).toEqual([]);
  });
});

describe('an encoder of passwords', () => {
  const PASSWORD = 'org.springframework.security.crypto.password';
  const encoder = (made: string, besides = '') =>
    found(
      `package shop;\nimport ${PASSWORD}.*;\n${besides}class Shop {\n  PasswordEncoder make() { return ${made}; }\n}\n`,
    );
  it('that keeps them as they are is found', async () => {
    expect(await encoder('NoOpPasswordEncoder.getInstance()')).toEqual(['weak-hash 4']);
    expect(await encoder('new MessageDigestPasswordEncoder("SHA-256")')).toEqual(['weak-hash 4']);
    expect(await encoder('new BCryptPasswordEncoder(12)')).toEqual([]);
  });

  it('is no finding beside one that chooses by what is stored', async () => {
    const besides = `import ${PASSWORD}.DelegatingPasswordEncoder;\n`;
    expect(await encoder('NoOpPasswordEncoder.getInstance()', besides)).toEqual([]);
  });
});

describe('the name of a cipher', () => {
  const KIND =
    'package shop;\nenum Kind {\n  OLD("DES"), NEW("AES/GCM/NoPadding");\n  final String called;\n' +
    '  Kind(String called) { this.called = called; }\n  String getCalled() { return called; }\n}\n';
  const NAMES =
    'package shop;\nclass Names {\n  static final String OLD = "DES";\n' +
    '  static final String NEW = "AES/GCM/NoPadding";\n}\n';
  const cipher = (name: string) =>
    found(
      'package shop;\nimport javax.crypto.Cipher;\nclass Shop {\n' +
        `  Cipher make() throws Exception { return Cipher.getInstance(${name}); }\n}\n`,
      { 'Kind.java': KIND, 'Names.java': NAMES },
    );
  it.each([
    ['a constant of another class', 'Names.OLD', 'Names.NEW'],
    ['a field of a member of an enumeration', 'Kind.OLD.called', 'Kind.NEW.called'],
    ['what a member of an enumeration gives', 'Kind.OLD.getCalled()', 'Kind.NEW.getCalled()'],
  ])('is known from %s', async (_, weak, strong) => {
    expect(await cipher(weak)).toEqual(['weak-cipher 4']);
    expect(await cipher(strong)).toEqual([]);
  });
});

describe('a constant that is imported by itself', () => {
  const view = (beginning: string) =>
    found(
      `package shop;\nimport static shop.words.Words.VIEW;\nimport org.springframework.stereotype.Controller;\n` +
        'import org.springframework.web.bind.annotation.*;\n@Controller\nclass Shop {\n' +
        '  @GetMapping("/{n}") String a(@PathVariable String n) { return VIEW + "/b/" + n; }\n}\n',
      { 'shop/words/Words.java': `package shop.words;\npublic interface Words { String VIEW = "${beginning}"; }\n` },
    );

  it('is known by its class', async () => {
    expect(await view('redirect:')).toEqual([]);
    expect(await view('pages')).toEqual(['template-injection 7']);
  });
});

describe('a column that a table of constants gives', () => {
  const sorted = (column: string) =>
    found(
      `${SPRING}import org.springframework.jdbc.core.JdbcTemplate;\n@RestController\n` +
        'class Shop {\n  JdbcTemplate jdbc;\n' +
        '  static final Map<String, String> COLUMNS = Map.of("name", "n.name", "date", "n.date");\n' +
        `  @GetMapping("/") Object a(@RequestParam String q) { String by = ${column}; ` +
        'return jdbc.queryForList("select * from n order by " + by); }\n}\n',
    );
  it.each([
    ['with a constant for others', 'COLUMNS.getOrDefault(q, "n.id")'],
    ['that is made in the same line', 'Map.of("name", "n.name").getOrDefault(q, "n.id")'],
    ['without a value for others', 'COLUMNS.get(q)'],
    ['as a switch', 'switch (q) { case "name" -> "n.name"; default -> "n.id"; }'],
  ])('is safe %s', async (_, column) => {
    expect(await sorted(column)).toEqual([]);
  });

  it('is the input where the table lacks it', async () => {
    expect(await sorted('COLUMNS.getOrDefault(q, q)')).toEqual(['sql-injection 9']);
    expect(await sorted('switch (q) { case "name" -> "n.name"; default -> q; }')).toEqual(['sql-injection 9']);
  });
});

describe('a constant of the class', () => {
  const shop = (field: string, body: string) =>
    found(
      `package shop;\nimport javax.servlet.http.*;\nclass Shop extends HttpServlet {\n  ${field}\n` +
        '  protected void doGet(HttpServletRequest in, HttpServletResponse out) throws Exception { run(in); }\n' +
        `  static void run(HttpServletRequest in) throws Exception {\n    ${body}\n  }\n}\n`,
    );
  const RUNS = 'Runtime.getRuntime().exec(in.getParameter("q"));';

  it.each<[string, string, string, readonly string[]]>([
    ['decides', 'static final boolean TRIES = false;', `if (TRIES) ${RUNS}`, []],
    ['that is true decides', 'static final boolean TRIES = true;', `if (TRIES) ${RUNS}`, ['command-injection 7']],
    ['is not one that may be set', 'static boolean tries = false;', `if (tries) ${RUNS}`, ['command-injection 7']],
    [
      'has its type',
      'private static final java.security.SecureRandom RANDOM = new java.security.SecureRandom();',
      'String token = RandomStringUtils.random(8, 0, 0, true, true, null, RANDOM);',
      [],
    ],
  ])('%s in a static method', async (_, field, body, expected) => expect(await shop(field, body)).toEqual(expected));
});
