import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

/** The rules found in a file of Kotlin. */
async function rulesIn(text: string): Promise<string[]> {
  const { findings } = (await runOn(profileOf('flow'), flowTools, { 'Shop.kt': text })).tool('kotlin-data-flow');
  return [...new Set(findings.map(({ rule }) => rule))].sort();
}

const CRYPTO = 'package shop\nimport java.security.SecureRandom\nimport javax.crypto.spec.*\n';

describe('bytes of Kotlin', () => {
  const vector = (bytes: string) => rulesIn(`${CRYPTO}class Shop { fun make() = IvParameterSpec(${bytes}) }\n`);
  it('that follow from their places are constants', async () => {
    expect(await vector('ByteArray(16) { it.toByte() }')).toEqual(['constant-iv']);
    expect(await vector('ByteArray(16).apply { SecureRandom().nextBytes(this) }')).toEqual([]);
  });

  it('are constants where constants were copied into zeros', async () => {
    const salted = (filled: string) =>
      rulesIn(
        `${CRYPTO}class Shop {\n  fun make(key: CharArray): PBEKeySpec {\n    val salt = ByteArray(16)\n` +
          `    ${filled}\n    return PBEKeySpec(key, salt, 600_000, 256)\n  }\n}\n`,
      );
    expect(await salted('"shop".toByteArray().copyInto(salt)')).toEqual(['constant-salt']);
    expect(await salted('SecureRandom().nextBytes(salt)')).toEqual([]);
  });
});

describe('answers of Kotlin', () => {
  it('show what a handler of errors gets', async () => {
    const pages = (body: string) =>
      rulesIn(
        'package shop\nimport io.ktor.server.plugins.statuspages.StatusPages\n' +
          'import io.ktor.server.response.respondText\n' +
          'import io.ktor.server.application.*\nfun Application.errors() {\n  install(StatusPages) {\n' +
          `    exception<Throwable> { call, cause -> call.respondText(${body}) }\n  }\n}\n`,
      );
    expect(await pages('cause.stackTraceToString()')).toEqual(['error-exposure']);
    expect(await pages('"Something went wrong."')).toEqual([]);
  });

  it('have no markup of what was encoded for an address', async () => {
    const page = (shown: string) =>
      rulesIn(
        'package shop\nimport io.ktor.http.*\nimport io.ktor.server.application.*\n' +
          'import io.ktor.server.response.*\nimport io.ktor.server.routing.*\n' +
          'fun Application.pages() { routing { get("/a") { val q = call.request.queryParameters\n' +
          `  call.respondText("<p>\${${shown}}</p>", ContentType.Text.Html)\n} } }\n`,
      );
    expect(await page('q.formUrlEncode()')).toEqual([]);
    expect(await page('q["a"]!!.encodeURLParameter()')).toEqual([]);
    expect(await page('q["a"]!!.encodeURLPath()')).toEqual(['cross-site-scripting']);
    expect(await page('q["a"]')).toEqual(['cross-site-scripting']);
  });

  it('show what an object has that was made of input', async () => {
    const page = (shown: string) =>
      rulesIn(
        'package shop\nimport io.ktor.server.application.*\nimport io.ktor.server.response.*\n' +
          'import io.ktor.http.*\nimport io.ktor.server.routing.*\nimport kotlinx.serialization.json.Json\n' +
          'data class Wish(val item: String?, val count: Int)\n' +
          'fun Application.pages() { routing { get("/a") {\n' +
          '  val all = call.request.queryParameters.toMap().mapValues { it.value.joinToString(" ") }\n' +
          '  val wish = Json.decodeFromJsonElement<Wish>(Json.encodeToJsonElement(all))\n' +
          `  call.respondText("<p>\${${shown}}</p>", ContentType.Text.Html)\n} } }\n`,
      );
    expect(await page('wish.item')).toEqual(['cross-site-scripting']);
    expect(await page('Json.decodeFromString<Wish>(TEXT).item')).toEqual([]);
  });

  it('have cookies whose flags are named', async () => {
    const cookie = (isHidden: boolean) =>
      rulesIn(
        'package shop\nimport org.http4k.core.cookie.Cookie\nclass Shop {\n' +
          `  fun make(token: String) = Cookie(name = "a", value = token, secure = true, httpOnly = ${isHidden})\n}\n`,
      );
    expect(await cookie(false)).toEqual(['cookie-open-to-scripts']);
    expect(await cookie(true)).toEqual([]);
  });
});

it('entries of an archive that Kotlin reads as a sequence choose files', async () => {
  const unpack = (check: string) =>
    rulesIn(
      'package shop\nimport java.io.File\nimport java.util.zip.ZipInputStream\n' +
        'class Shop(private val folder: File) {\n' +
        '  fun unpack(zip: ZipInputStream) {\n    generateSequence { zip.nextEntry }.forEach { entry ->\n' +
        `      val target = File(folder, entry.name)\n      ${check}\n      target.writeText("a")\n    }\n  }\n}\n`,
    );
  expect(await unpack('')).toEqual(['path-traversal']);
  expect(await unpack('check(target.canonicalPath.startsWith(folder.canonicalPath + File.separator))')).toEqual([]);
});

describe('a page of Ktor', () => {
  const IMPORTS = ['application.*', 'response.*', 'routing.*', 'html.*'].map((name) => `import io.ktor.server.${name}`);
  const page = (line: string) =>
    rulesIn(
      `package shop\n${IMPORTS.join('\n')}\nimport io.ktor.http.*\nimport kotlinx.html.*\n` +
        'fun Application.module() {\n  routing { get("/") {\n    val q = call.parameters["q"]!!\n' +
        `    ${line}\n  } }\n}\n`,
    );
  it.each([
    ['a text with its type', 'call.respondText("<b>$q</b>", ContentType.Text.Html)'],
    ['a text with its type and encoding', 'call.respondText("<b>$q</b>", ContentType.Text.Html.withCharset(UTF_8))'],
    ['a text that a function gives', 'call.respondText(contentType = ContentType.Text.Html) { "<b>$q</b>" }'],
    ['a text that is written as it is', 'call.respondHtml { body { unsafe { +q } } }'],
    ['a text that is told to be markup', 'call.respondHtml { body { unsafe { raw("<b>$q</b>") } } }'],
  ])('shows %s', async (_, line) => {
    expect(await page(line)).toEqual(['cross-site-scripting']);
  });

  it.each([
    ['a plain text that a function gives', 'call.respondText { "<b>$q</b>" }'],
    ['JSON that a function gives', 'call.respondText(ContentType.Application.Json) { "<b>$q</b>" }'],
    ['what was escaped', 'call.respondText(ContentType.Text.Html) { "<b>${q.escapeHTML()}</b>" }'],
    ['the text of an element', 'call.respondHtml { body { p { +q } } }'],
    ['an element beside one that is written as it is', 'call.respondHtml { body { unsafe { +"<hr>" }\n p { +q } } }'],
  ])('is safe with %s', async (_, line) => {
    expect(await page(line)).toEqual([]);
  });
});

describe('an intent that others may change', () => {
  const pending = (intent: string, flags = 'PendingIntent.FLAG_MUTABLE or PendingIntent.FLAG_UPDATE_CURRENT') =>
    rulesIn(
      'package shop\nimport android.app.PendingIntent\nimport android.content.*\n' +
        'class Shop(val context: Context) {\n' +
        `  fun make() = PendingIntent.getBroadcast(context, 0, ${intent}, ${flags})\n}\n`,
    );
  it('is found also where its flag is one of several', async () => {
    expect(await pending('Intent("shop.DONE")')).toEqual(['pending-intent-open']);
    expect(await pending('Intent("shop.DONE")', 'PendingIntent.FLAG_UPDATE_CURRENT')).toEqual([]);
    expect(
      await pending('Intent("shop.DONE")', 'PendingIntent.FLAG_IMMUTABLE or PendingIntent.FLAG_UPDATE_CURRENT'),
    ).toEqual([]);
  });

  it('is sent to one app where a property between backticks says so', async () => {
    expect(await pending('Intent().apply { action = "shop.DONE" }')).toEqual(['pending-intent-open']);
    expect(await pending('Intent().apply { action = "shop.DONE"; `package` = "shop" }')).toEqual([]);
  });
});
