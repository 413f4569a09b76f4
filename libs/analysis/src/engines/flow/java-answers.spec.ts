import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

/** The rules found in a file of Java. */
async function rulesIn(text: string): Promise<string[]> {
  const { findings } = (await runOn(profileOf('flow'), flowTools, { 'Shop.java': text })).tool('java-data-flow');
  return [...new Set(findings.map(({ rule }) => rule))].sort();
}

const imported = (names: readonly string[]) => names.map((name) => `import ${name};\n`).join('');
const SERVLET = imported(['jakarta.servlet.http.*', 'java.util.*', 'java.util.stream.*', 'org.owasp.encoder.Encode']);
const servlet = (body: string, helpers = '') =>
  `package shop;\n${SERVLET}class Shop extends HttpServlet {\n${helpers}\n` +
  '  protected void doGet(HttpServletRequest request, HttpServletResponse response) throws Exception {\n' +
  `    String q = request.getParameter("q");\n    ${body}\n  }\n}\n`;
const page = (markup: string, helpers = '') =>
  servlet(`response.setContentType("text/html"); response.getWriter().write(${markup});`, helpers);

const SPRING = imported([
  'org.springframework.stereotype.*',
  'org.springframework.web.bind.annotation.*',
  'java.util.*',
]);
const spring = (kind: string, body: string, beside = '') =>
  `package shop;\n${SPRING}import org.springframework.http.*;\n@${kind}\nclass Shop {\n  ${body}\n}\n${beside}`;

const MARKUP = ['cross-site-scripting'];

describe('pages of Java', () => {
  it.each([
    ['a method that a lambda stands for', `Stream.of(q).map(this::item).collect(Collectors.joining())`],
    ['an attribute with escaped tags', `"<input value='" + Encode.forHtmlContent(q) + "'>"`],
    ['a text of a script with escaped tags', `"<script>var q = '" + q.replace("<", "&lt;") + "';</script>"`],
  ])('are reached through %s', async (_, markup) => {
    expect(await rulesIn(page(markup, 'String item(String each) { return "<li>" + each; }'))).toEqual(MARKUP);
  });

  it.each([
    ['an escaping method that a lambda stands for', 'Stream.of(q).map(Encode::forHtml).collect(Collectors.joining())'],
    ['escaped tags in the text of an element', '"<p>" + Encode.forHtmlContent(q) + "</p>"'],
    ['escaped tags and quotes', `"<input value='" + q.replace("<", "&lt;").replace("\\"", "&quot;") + "'>"`],
    ['a loop that escapes the characters of tags', 'item(q)'],
  ])('are not reached through %s', async (_, markup) => {
    const loop =
      'String item(String text) { StringBuilder out = new StringBuilder(); for (char each : text.toCharArray()) { ' +
      'switch (each) { case \'<\': out.append("&lt;"); break; default: out.append(each); } } return out.toString(); }';
    expect(await rulesIn(page(markup, loop))).toEqual([]);
  });

  it.each([
    [
      'io.vertx.ext.web.*',
      'void on(Router router) { router.get("/").handler(this::show); }',
      'RoutingContext ctx',
      'ctx.response().putHeader("content-type", "text/KIND").end("for " + ctx.request().getParam("q"));',
    ],
    [
      'io.javalin.*;\nimport io.javalin.http.Context',
      'void on() { Javalin.create().get("/", Shop::show); }',
      'Context ctx',
      'ctx.contentType("text/KIND"); ctx.result("for " + ctx.queryParam("q"));',
    ],
    [
      'io.undertow.*;\nimport io.undertow.server.*;\nimport io.undertow.util.Headers',
      'void on() { Undertow.builder().setHandler(Shop::show); }',
      'HttpServerExchange ex',
      'ex.getResponseHeaders().put(Headers.CONTENT_TYPE, "text/KIND"); ' +
        'ex.getResponseSender().send("for " + ex.getQueryParameters().get("q").getFirst());',
    ],
  ])('are answers of %s that say so', async (imports, routes, parameter, body) => {
    const show = `static void show(${parameter}) { ${body} }`;
    const text = `package shop;\nimport ${imports};\nclass Shop {\n  ${routes}\n  ${show}\n}\n`;
    expect(await rulesIn(text.replace('KIND', 'html'))).toEqual(MARKUP);
    expect(await rulesIn(text.replace('KIND', 'plain'))).toEqual([]);
  });

  it('are what a handler of Spark returns', async () => {
    const route = (body: string) =>
      `package shop;\nimport static spark.Spark.*;\nclass Shop { void on() { get("/", (req, res) -> ${body}); } }\n`;
    expect(await rulesIn(route('"for " + req.queryParams("q")'))).toEqual(MARKUP);
    expect(await rulesIn(route('{ res.type("text/plain"); return "for " + req.queryParams("q"); }'))).toEqual([]);
  });

  it('are chosen by a view name of a controller, and not by the answer of one that has no views', async () => {
    const method = '@GetMapping("/") String show(@RequestParam String q) { return "pages/" + q; }';
    expect(await rulesIn(spring('Controller', method))).toEqual(['template-injection']);
    expect(await rulesIn(spring('RestController', method))).not.toContain('template-injection');
  });
});

describe('values of Java', () => {
  it('are what a case of a switch gives', async () => {
    const redirect = (last: string) =>
      servlet(`String to = switch (q) { case "a" -> "/a"; default -> { yield ${last}; } }; response.sendRedirect(to);`);
    expect(await rulesIn(redirect('q'))).toEqual(['open-redirect']);
    expect(await rulesIn(redirect('"/"'))).toEqual([]);
  });

  it('stay what they are where a lambda compares them', async () => {
    const rules = await rulesIn(
      servlet('List.of("a").stream().filter(each -> each.contains(q)).count(); response.sendRedirect(q);'),
    );
    expect(rules).toEqual(['open-redirect']);
  });

  it('reach a statement that a mapper composes', async () => {
    const mapper = (place: string) =>
      spring(
        'RestController',
        'Items items; @GetMapping("/") Object show(@RequestParam String q) { return items.all(q); }',
        'interface Items {\n  @org.apache.ibatis.annotations.Select({"SELECT * FROM item", ' +
          `"ORDER BY ${place}"})\n  List<String> all(@org.apache.ibatis.annotations.Param("sort") String order);\n}\n`,
      );
    expect(await rulesIn(mapper('${sort}'))).toEqual(['sql-injection']);
    expect(await rulesIn(mapper('#{sort}'))).toEqual([]);
  });

  it('sign in to a directory under a name that is composed of them', async () => {
    const signIn = (check: string) =>
      'package shop;\nimport javax.naming.*;\nimport javax.servlet.http.*;\nimport java.util.*;\n' +
      'class Shop extends HttpServlet {\n  protected void doPost(HttpServletRequest r, HttpServletResponse s) {\n' +
      `    String q = r.getParameter("q"); ${check}\n    Properties env = new Properties();\n` +
      '    env.put(Context.SECURITY_PRINCIPAL, "uid=" + q + ",ou=people");\n  }\n}\n';
    expect(await rulesIn(signIn(''))).toEqual(['ldap-injection']);
    const digits = "for (char c : q.toCharArray()) if (c < '0' || c > '9') throw new IllegalStateException();";
    expect(await rulesIn(signIn(digits))).toEqual([]);
  });

  it('name a secret by the class that makes it', async () => {
    const codes = (random: string) =>
      'package shop;\nimport java.util.*;\nimport java.security.*;\nclass SmsCodes {\n' +
      `  final Random random = new ${random}();\n` +
      '  String next() { String code = String.valueOf(random.nextInt(1000000)); return code; }\n}\n';
    expect(await rulesIn(codes('Random'))).toEqual(['predictable-secret']);
    expect(await rulesIn(codes('SecureRandom'))).toEqual([]);
  });
});

describe('errors of Java', () => {
  const handler = (type: string, body: string) =>
    spring('RestControllerAdvice', `@ExceptionHandler(${type}.class) ResponseEntity<String> on(${type} e) { ${body} }`);

  it.each(['java.sql.SQLException', 'org.springframework.dao.DataAccessException', 'Exception'])(
    'of the type %s say what lies within the program',
    async (type) => {
      const body = 'return ResponseEntity.internalServerError().body(e.getMessage());';
      expect(await rulesIn(handler(type, body))).toEqual(['error-exposure']);
    },
  );

  it('of a type of the program may say what is meant for whoever asks', async () => {
    const body = 'return ResponseEntity.badRequest().body(e.getMessage());';
    expect(await rulesIn(`${handler('NoSuchItem', body)}class NoSuchItem extends RuntimeException { }\n`)).toEqual([]);
  });

  it('leave their stack in the text that it is printed to', async () => {
    const print =
      'java.io.StringWriter text = new java.io.StringWriter(); e.printStackTrace(new java.io.PrintWriter(text));';
    const body = `${print} return ResponseEntity.status(500).body(text.toString());`;
    expect(await rulesIn(handler('Throwable', body))).toEqual(['error-exposure']);
    expect(await rulesIn(handler('Throwable', `${print} return ResponseEntity.status(500).build();`))).toEqual([]);
  });
});

describe('settings of Java', () => {
  const made = (imports: string, statement: string) => {
    const method = `Object make(String token, String salt) throws Exception {\n${statement}\n}`;
    return rulesIn(`package shop;\n${imports}class Shop {\n${method}\n}\n`);
  };

  it.each([
    [
      'old-tls',
      'import javax.net.ssl.*;\n',
      'return SSLContext.getInstance("TLSv1");',
      'return SSLContext.getInstance("TLSv1.3");',
    ],
    [
      'few-iterations',
      'import org.springframework.security.crypto.bcrypt.*;\n',
      'return new BCryptPasswordEncoder(4);',
      'return new BCryptPasswordEncoder(12);',
    ],
    [
      'constant-salt',
      'import org.springframework.security.crypto.encrypt.*;\n',
      'return Encryptors.text(token, "5c0744940b5c369b");',
      'return Encryptors.text(token, salt);',
    ],
    [
      'cookie-open-to-scripts',
      'import org.springframework.http.ResponseCookie;\n',
      'return ResponseCookie.from("a", token).secure(true).path("/").build();',
      'return ResponseCookie.from("a", token).secure(true).httpOnly(true).path("/").build();',
    ],
    [
      'cookie-without-secure',
      'import jakarta.ws.rs.core.NewCookie;\n',
      'return new NewCookie("a", token, "/", null, "b", 3600, false, true);',
      'return new NewCookie("a", token, "/", null, "b", 3600, true, true);',
    ],
  ])('are judged: %s', async (rule, imports, weak, safe) => {
    expect(await made(imports, weak)).toEqual([rule]);
    expect(await made(imports, safe)).toEqual([]);
  });
});
