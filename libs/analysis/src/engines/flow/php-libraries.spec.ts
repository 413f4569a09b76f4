import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

/** The rules found in each of some programs, which are files of one target. */
async function rulesIn(programs: readonly (readonly [name: string, text: string, rule?: string])[]) {
  const files = Object.fromEntries(programs.map(([name, text]) => [`${name}.php`, `<?php\n${text}\n`]));
  const { findings } = (await runOn(profileOf('flow'), flowTools, files)).tool('php-data-flow');
  const rules = (name: string) => findings.filter(({ file }) => file === `${name}.php`).map(({ rule }) => rule);
  return programs.map(([name]) => `${name}: ${[...new Set(rules(name))].sort().join(', ')}`);
}

const within = (base: string, body: string, name = 'A') =>
  `class ${name} extends ${base} { public function actionA($id) { ${body} } }`;
const WEAK: readonly (readonly [name: string, text: string, rule: string])[] = [
  ['yii', within('\\yii\\web\\Controller', 'exec("ls " . Yii::$app->request->get("q"));'), 'command-injection'],
  ['yii_query', 'use yii\\db\\Query;\n(new Query)->where("a = " . Yii::$app->request->get("q"));', 'sql-injection'],
  ['yii_action', within('\\yii\\web\\Controller', 'exec("ls $id");'), 'command-injection'],
  [
    'codeigniter',
    within('\\CodeIgniter\\Controller', 'exec("ls " . $this->request->getGet("q"));'),
    'command-injection',
  ],
  ['old_codeigniter', within('CI_Controller', 'exec("ls " . $this->input->post("q"));'), 'command-injection'],
  [
    'cake',
    within('\\Cake\\Controller\\Controller', '$this->redirect($this->request->getQuery("u"));'),
    'open-redirect',
  ],
  ['drupal', 'exec("ls " . \\Drupal::request()->query->get("q"));', 'command-injection'],
  ['wordpress', 'function a(WP_REST_Request $r) { exec("ls " . $r->get_param("q")); }', 'command-injection'],
  ['called', '$f = $_GET["f"]; $f();', 'code-injection'],
  ['sorted', 'usort($list, $_GET["f"]);', 'code-injection'],
  ['made', '$c = $_GET["c"]; new $c();', 'unsafe-reflection'],
  ['method', '$m = $_GET["m"]; $object->$m();', 'unsafe-reflection'],
  ['shell', 'proc_open(["sh", "-c", "ls " . $_GET["q"]], [], $pipes);', 'command-injection'],
  ['client', 'GuzzleHttp\\json_encode([]); (new GuzzleHttp\\Client)->getAsync($_GET["u"]);', 'request-forgery'],
  ['smarty', '$s = new Smarty; $s->display("string:" . $_GET["t"]);', 'template-injection'],
  ['folder', 'new DirectoryIterator("/srv/" . $_GET["f"]);', 'path-traversal'],
  [
    'encrypted',
    'mysqli_query($c, "select \'" . openssl_decrypt($_GET["f"], "aes-256-gcm", $key, 0, $iv) . "\'");',
    'sql-injection',
  ],
  ['printed', 'print_r($_GET["f"]);', 'cross-site-scripting'],
  ['context', 'stream_context_create(["ssl" => ["verify_peer" => false]]);', 'certificate-unchecked'],
  [
    'union',
    'use GuzzleHttp\\Client;\n$o = ["verify" => false];\nnew Client(["base_uri" => "https://a.example"] + $o);',
    'certificate-unchecked',
  ],
  ['session', 'session_set_cookie_params(["secure" => false]);', 'cookie-without-secure'],
  [
    'upload',
    'function a(Illuminate\\Http\\Request $r) { $f = $r->validated()["f"];\n' +
      'readfile("/srv/" . $f->getClientOriginalExtension()); }',
    'path-traversal',
  ],
  [
    'named',
    'function a(Illuminate\\Http\\Request $r) { readfile("/srv/" . $r->validated()["path"]); }',
    'path-traversal',
  ],
  [
    'own_method',
    'class Store { function path() { return $this->name; } }\nfunction a(Illuminate\\Http\\Request $r) ' +
      '{ $s = new Store; $s->name = $r->input("f"); readfile("/srv/" . $s->path()); }',
    'path-traversal',
  ],
  ['host', 'if ($c) { $u = "https://" . $_GET["h"] . "/a"; }\nfile_get_contents($u);', 'request-forgery'],
  ['local', 'if ($c) { $u = "/srv/" . $_GET["h"] . "/a"; }\nfile_get_contents($u);', 'path-traversal'],
  [
    'pimcore',
    'use Pimcore\\Model\\Asset;\n$l = new Asset\\Listing();\n' +
      '$l->setCondition("id in (" . implode(",", $_GET["i"]) . ")");',
    'sql-injection',
  ],
  [
    'pimcore_file',
    'use Pimcore\\Model\\Asset;\nAsset::create(1, ["sourcePath" => "/srv/" . $_GET["f"]]);',
    'path-traversal',
  ],
  ['asked', 'exec("ls " . request("q"));', 'command-injection'],
  ['version', 'curl_setopt($c, CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_0);', 'old-tls'],
];

const SAFE: readonly (readonly [name: string, text: string])[] = [
  ['called', '$f = ["a" => "trim"][$_GET["f"]] ?? "ucfirst"; $f("x");'],
  ['sorted', 'usort($list, fn($a, $b) => $a <=> $b);'],
  ['made', '$c = $_GET["c"] === "a" ? "A" : "B"; new $c();'],
  ['looked_at', '(new ReflectionClass($_GET["c"]))->getName();'],
  ['shell', 'proc_open(["ls", $_GET["q"]], [], $pipes);'],
  ['smarty', '$s = new Smarty; $s->display("string:hello");'],
  ['encrypted', 'mysqli_query($c, "select \'" . openssl_encrypt($_GET["f"], "aes-256-gcm", $key, 0, $iv) . "\'");'],
  ['printed', '$s = print_r($_GET["f"], true); error_log(htmlspecialchars(print_r($_GET["f"], return: true)));'],
  ['compared', 'crypt("p", "$2y$04$usesomesillystringfore7hnbRJHxXVLeakoG8K30oukPsA.ztMG");'],
  ['session', 'session_set_cookie_params(["secure" => true, "httponly" => true]);'],
  ['union', '$o = ["a" => $_GET["q"]] + ["b" => "x"]; exec("ls " . $o["b"]);'],
  [
    'upload',
    'function a(Illuminate\\Http\\Request $r) { $v = $r->validated();\nhash_file("md5", $v["f"]->getRealPath());\n' +
      'readfile($v["f"]->getPathname()); fopen($r->file("f")->path(), "r"); readfile($r->f->getRealPath()); }',
  ],
  ['host', 'if ($c) { $u = "https://i1.ytimg.com/vi/" . $_GET["v"] . "/a.jpg"; }\n$d = @file_get_contents($u, 0, $x);'],
  [
    'pimcore',
    'use Pimcore\\Model\\Asset;\n$l = new Asset\\Listing();\n' +
      '$l->setCondition("id in (" . implode(",", array_map("intval", $_GET["i"])) . ")");\n' +
      '$l->setCondition("id = ?", [$_GET["i"]]); Asset::create(1, ["filename" => $_GET["f"]]);',
  ],
  ['asked', 'exec("ls " . escapeshellarg(request("q")) . request()->user());'],
  ['bound', 'use yii\\db\\Query;\n(new Query)->where(["a" => Yii::$app->request->get("q")]);'],
];

describe('libraries of PHP', () => {
  it('hand on what comes in from outside, and are harmed by it', async () => {
    expect(await rulesIn(WEAK)).toEqual(WEAK.map(([name, , rule]) => `${name}: ${rule}`));
  });

  it('are not harmed where each has its own way of being safe', async () => {
    expect(await rulesIn(SAFE)).toEqual(SAFE.map(([name]) => `${name}: `));
  });
});

it('follows a method of the target that has the name of one of a library', async () => {
  const own = 'class Search { public static function fromRaw($given) { return new self(); } }';
  const found = await rulesIn([
    ['own', `${own}\nSearch::fromRaw($_GET["q"]);`],
    ['library', 'DB::query()->fromRaw("a where b = " . $_GET["q"]);'],
  ]);
  expect(found).toEqual(['own: ', 'library: sql-injection']);
  expect(await rulesIn([['named', 'function request($name) { return "a"; }\nexec("ls " . request("q"));']])).toEqual([
    'named: ',
  ]);
});
