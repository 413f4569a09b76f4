import { commandsOf } from './test/commands-of';

/** How often an application of Ktor with these routes runs a command with input. */
const commandsOfKtor = (routes: string, beside = ''): Promise<number> =>
  commandsOf(
    'kotlin-data-flow',
    'App.kt',
    [
      'package shop',
      'import io.ktor.server.application.*',
      'import io.ktor.server.request.*',
      'import io.ktor.server.resources.*',
      'import io.ktor.server.routing.*',
      'import org.koin.ktor.ext.inject',
      'class Shell(val start: String = "a") {',
      '  fun run(text: String) { Runtime.getRuntime().exec("sh -c " + text) }',
      '}',
      beside,
      'fun Route.all(shell: Shell) {',
      routes,
      '}\n',
    ].join('\n'),
  );

describe('routes of Ktor', () => {
  const articles = '@Resource("/articles") class Articles(val sort: String = "new", val page: Int = 1)';

  it.each([
    ['get<Articles> { articles -> shell.run(articles.sort) }'],
    ['get<Articles> { shell.run(it.sort) }'],
    ['post<Articles> { articles -> shell.run(articles.sort) }'],
  ])('get an object of the path and the query: %s', async (route) => {
    expect(await commandsOfKtor(route, articles)).toBe(1);
  });

  it('get no text where the object has a number, or the class is not asked', async () => {
    expect(await commandsOfKtor('get<Articles> { articles -> shell.run("a" + articles.page) }', articles)).toBe(0);
    expect(await commandsOfKtor('get<Articles> { articles -> shell.run(shell.start) }', articles)).toBe(0);
  });

  it('get the parts of a form', async () => {
    const route = (given: string) =>
      `post("/") { call.receiveMultipart().forEachPart { part -> shell.run(${given}) } }`;
    expect(await commandsOfKtor(route('part.name ?: ""'))).toBe(1);
    expect(await commandsOfKtor(route('"part"'))).toBe(0);
  });
});

describe('a service that Koin gives', () => {
  it('is of the type that is asked for', async () => {
    const route = (service: string, given: string) =>
      `val service by inject<${service}>()\nget("/") { service.run(${given}) }`;
    const other = 'class Other { fun run(text: String) { println(text) } }';
    const input = 'call.request.queryParameters["q"]!!';
    expect(await commandsOfKtor(route('Shell', input), other)).toBe(1);
    expect(await commandsOfKtor(route('Shell', '"a"'), other)).toBe(0);
    expect(await commandsOfKtor(route('Other', input), other)).toBe(0);
  });
});
