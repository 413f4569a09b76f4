import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

/** `rule line` of each finding. */
async function found(files: Readonly<Record<string, string>>) {
  const { findings } = (await runOn(profileOf('flow'), flowTools, files)).tool('java-data-flow');
  return findings.map(({ rule, file, line }) => `${rule} ${file}:${line}`);
}

const controller = (field: string, method: string, annotation = '@Controller') =>
  `package shop;\n${annotation}\nclass Shop {\n  ${field}\n  ${method}\n}\n`;

const PARAMETER = '@RequestParam String q';
const STORE = 'package shop;\ninterface Store { Object find(String name); }\n';
const implementation = (name: string, body: string) =>
  `package shop;\nclass ${name} implements Store {\n  private Connection connection;\n` +
  `  public Object find(String name) throws Exception {\n    ${body}\n  }\n}\n`;
const ASKS = 'return connection.createStatement().executeQuery("select * from a where b = \'" + name + "\'");';
const FINDS = `@GetMapping("/") Object find(${PARAMETER}) { return store.find(q); }`;

describe('a method of an interface', () => {
  it('means those of the classes that implement it', async () => {
    const files = { 'Store.java': STORE, 'Tables.java': implementation('Tables', ASKS) };
    const shop = controller('private final Store store;', FINDS);
    expect(await found({ ...files, 'Shop.java': shop })).toEqual(['sql-injection Tables.java:5']);
  });

  it('means none of a class that implements another one', async () => {
    const other = implementation('Tables', ASKS).replace('implements Store', 'implements Other');
    const files = { 'Store.java': STORE, 'Tables.java': other, 'Lists.java': implementation('Lists', 'return null;') };
    expect(await found({ ...files, 'Shop.java': controller('private final Store store;', FINDS) })).toEqual([]);
  });

  it('means those of a class that implements an interface which extends it', async () => {
    const files = {
      'Store.java': STORE,
      'Kept.java': 'package shop;\ninterface Kept extends Store {}\n',
      'Tables.java': implementation('Tables', ASKS).replace('implements Store', 'implements Kept'),
    };
    const shop = controller('private final Store store;', FINDS);
    expect(await found({ ...files, 'Shop.java': shop })).toEqual(['sql-injection Tables.java:5']);
  });
});

describe('the type that a method says it returns', () => {
  const asks = (call: string) =>
    `@GetMapping("/") Object find(${PARAMETER}) throws Exception { return ${call}.createStatement().executeQuery(q); }`;

  it('is that of what it returns where nothing better is known', async () => {
    const opens = 'Connection open() { return pool.take(); }';
    expect(await found({ 'Shop.java': controller(opens, asks('open()')) })).toEqual(['sql-injection Shop.java:5']);
  });

  it('is no connection where it says something else', async () => {
    const opens = 'Catalogue open() { return pool.take(); }';
    expect(await found({ 'Shop.java': controller(opens, asks('open()')) })).toEqual([]);
  });
});

describe('what a controller of Spring returns', () => {
  it.each([
    ['a text', `String view(${PARAMETER}) { return "redirect:" + q; }`],
    ['a view', `ModelAndView view(${PARAMETER}) { return new ModelAndView("redirect:https://" + q); }`],
  ])('sends the browser where %s says', async (_, method) => {
    const shop = controller('', `@GetMapping("/") ${method}`);
    expect(await found({ 'Shop.java': shop })).toEqual(['open-redirect Shop.java:5']);
  });

  it('sends nobody elsewhere by a path of its own', async () => {
    const shop = controller('', `@GetMapping("/") String view(${PARAMETER}) { return "redirect:/search?q=" + q; }`);
    expect(await found({ 'Shop.java': shop })).toEqual([]);
  });

  it.each([
    ['a class that answers with what its methods return', '@RestController', '', ['cross-site-scripting Shop.java:5']],
    ['one that answers with pages', '@Controller', '', []],
    ['a method that says it makes JSON', '@RestController', ', produces = "application/json"', []],
  ])('is a page of %s', async (_, annotation, more, expected) => {
    const method = `@GetMapping(value = "/"${more}) String view(${PARAMETER}) { return "<b>" + q + "</b>"; }`;
    expect(await found({ 'Shop.java': controller('', method, annotation) })).toEqual(expected);
  });

  it('is no answer where no request leads to the method', async () => {
    const method = `@GetMapping("/") Object view(${PARAMETER}) { return bold(q).length(); }`;
    const bold = 'private String bold(String text) { return "<b>" + text + "</b>"; }';
    expect(await found({ 'Shop.java': controller(bold, method, '@RestController') })).toEqual([]);
  });
});

it('takes a text of letters and digits alone for harmless', async () => {
  const clean = (test: string) =>
    'private String clean(String text) { StringBuilder kept = new StringBuilder(); ' +
    `for (char each : text.toCharArray()) { if (${test}) kept.append(each); } return kept.toString(); }`;
  const shop = (test: string) =>
    controller(clean(test), `@GetMapping("/") String view(${PARAMETER}) { return clean(q); }`, '@RestController');
  expect(await found({ 'Shop.java': shop("Character.isLetter(each) || each == '_'") })).toEqual([]);
  expect(await found({ 'Shop.java': shop('Character.isDefined(each)') })).toEqual(['cross-site-scripting Shop.java:5']);
});

describe('what a framework makes of a request by the type of a parameter', () => {
  const SPRING = 'org.springframework.web.bind.annotation';
  const shows = (type: string) =>
    `package shop;\nimport ${SPRING}.GetMapping;\nimport ${SPRING}.RequestParam;\n` +
    `import ${SPRING}.RestController;\n@RestController\npublic class Shop {\n  public enum Kind { TEA, COFFEE }\n` +
    '  @GetMapping(value = "/", produces = "text/html")\n' +
    `  public String show(@RequestParam ${type} kind) { return "<b>" + kind + "</b>"; }\n}\n`;
  const opens = (type: string) =>
    'package shop;\nimport jakarta.ws.rs.POST;\nimport jakarta.ws.rs.Path;\n@Path("teas")\npublic class Teas {\n' +
    `  @POST @Path("load")\n  public void load(@RequestBody ${type} file) throws Exception {\n` +
    '    new java.io.BufferedReader(new FileReader("/" + file)).readLine();\n  }\n}\n';

  it.each([
    ['a member of an enumeration holds no markup', shows('Kind'), []],
    ['a text may', shows('String'), ['cross-site-scripting Shop.java:9']],
    ['a file with the body has a name of the framework', opens('File'), []],
    ['a body may name a file', opens('String'), ['path-traversal Shop.java:8']],
  ])('%s', async (_, text, expected) => expect(await found({ 'Shop.java': text })).toEqual(expected));
});

it('a property of Kotlin with a member of an enumeration holds no markup', async () => {
  const controller = (name: string) =>
    'package shop\nimport org.springframework.web.bind.annotation.PostMapping\n' +
    'import org.springframework.web.bind.annotation.RequestBody\n' +
    'import org.springframework.web.bind.annotation.RestController\n' +
    'enum class Kind { TEA, COFFEE }\ndata class Order(val kind: Kind?, val text: String?)\n' +
    '@RestController\nclass Shop {\n  @PostMapping("/orders")\n' +
    `  fun add(@RequestBody order: Order): String {\n    return "added \${order.${name}}"\n  }\n}\n`;
  const rules = async (name: string) =>
    (await runOn(profileOf('flow'), flowTools, { 'Shop.kt': controller(name) }))
      .tool('kotlin-data-flow')
      .findings.map(({ rule }) => rule);
  expect(await rules('kind')).toEqual([]);
  expect(await rules('text')).toEqual(['cross-site-scripting']);
});

describe('routes of Spring that are functions', () => {
  const routes = (body: string) =>
    'package shop;\nimport static org.springframework.web.reactive.function.server.RouterFunctions.route;\n' +
    'import org.springframework.web.reactive.function.server.*;\nclass Routes {\n' +
    `  WebClient client;\n  ${body}\n}\n`;
  const RETURNS = 'RouterFunction<ServerResponse> all() { return';
  const HANDLER =
    'r -> { var name = r.pathVariable("name"); ' +
    'return ServerResponse.ok().bodyValue(new FileSystemResource("/srv/" + name)); }';

  it.each([
    `${RETURNS} route(GET("/{name}"), ${HANDLER}); }`,
    `${RETURNS} route().GET("/{name}", ${HANDLER}).build(); }`,
    `${RETURNS} RouterFunctions.route().path("/a", b -> b.POST("/{name}", ${HANDLER})).build(); }`,
  ])('get the request', async (body) => {
    expect(await found({ 'Routes.java': routes(body) })).toEqual(['path-traversal Routes.java:6']);
    const constant = body.replace('r.pathVariable("name")', '"a"');
    expect(await found({ 'Routes.java': routes(constant) })).toEqual([]);
  });

  it.each(['flatMap', 'flatMapMany', 'concatMap', 'flatMapSequential'])('pass a body on by %s', async (method) => {
    const all = (read: string) =>
      routes(
        'Object all(ServerRequest r) { ' +
          `return r.bodyToMono(Source.class).map(${read}).${method}(to -> client.get().uri(to).retrieve()); }`,
      );
    const home = 'static String home(Source s) { return "https://example.org/"; }';
    const source = `package shop;\nrecord Source(String address) {\n  ${home}\n}\n`;
    const files = (read: string) => ({ 'Routes.java': all(read), 'Source.java': source });
    expect(await found(files('s -> s.address()'))).toEqual(['request-forgery Routes.java:6']);
    expect(await found(files('Source::address'))).toEqual(['request-forgery Routes.java:6']);
    expect(await found(files('Source::home'))).toEqual([]);
    expect(await found(files('s -> "https://example.org/" + s.address()'))).toEqual([]);
  });
});

describe('an annotation whose text is a word of the language', () => {
  it.each(['@ApiOperation("Renames static file")', '@Operation(summary = "the final step")'])(
    'says nothing of its method: %s',
    async (annotation) => {
      const files = { 'Store.java': STORE, 'Tables.java': implementation('Tables', ASKS) };
      const shop = (method: string) => controller('private final Store store;', `${annotation} ${method}`);
      expect(await found({ ...files, 'Shop.java': shop(FINDS) })).toEqual(['sql-injection Tables.java:5']);
      const none = FINDS.replace('store.find(q)', 'store.find("a")');
      expect(await found({ ...files, 'Shop.java': shop(none) })).toEqual([]);
    },
  );
});
