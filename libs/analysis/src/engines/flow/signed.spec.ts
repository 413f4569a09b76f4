import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

const profile = profileOf('flow');

const severities = async (tool: string, file: string, source: string) =>
  (await runOn(profile, flowTools, { [file]: source })).tool(tool).findings.map((each) => each.severity ?? 'as told');

const python = (...body: readonly string[]) =>
  [
    'import hmac, hashlib, requests',
    'from flask import Flask, request',
    'app = Flask(__name__)',
    '@app.route("/", methods=["GET", "POST"])',
    'def view():',
    '    url = request.args.get("url")',
    ...body.map((line) => `    ${line}`),
    '    return requests.get(url).text',
    '',
  ].join('\n');

const javascript = (...body: readonly string[]) =>
  [
    "const crypto = require('crypto');",
    "require('express')().get('/', (req, res) => {",
    '  const url = req.query.url;',
    ...body.map((line) => `  ${line}`),
    '  fetch(url);',
    '});',
    '',
  ].join('\n');

const go = (...body: readonly string[]) =>
  [
    'package shop',
    '',
    'import (',
    '\t"crypto/hmac"',
    '\t"crypto/sha256"',
    '\t"net/http"',
    ')',
    '',
    'func show(w http.ResponseWriter, r *http.Request) {',
    '\turl := r.URL.Query().Get("url")',
    ...body.map((line) => `\t${line}`),
    '\thttp.Get(url)',
    '}',
    '',
  ].join('\n');

const ruby = (...body: readonly string[]) =>
  [
    "require 'open-uri'",
    'class ImagesController < ApplicationController',
    '  def show',
    '    url = params[:url]',
    ...body.map((line) => `    ${line}`),
    '    render plain: URI.open(url).read',
    '  end',
    'end',
    '',
  ].join('\n');

const php = (...body: readonly string[]) =>
  ['<?php', "$url = $_GET['url'];", ...body, 'readfile($url);', ''].join('\n');

const PYTHON_MAC = 'mac = hmac.new(SECRET, url.encode(), hashlib.sha256).hexdigest()';
const REFUSED = '    return "", 403';

/** Go code in which a method checks the input with a certificate. */
const certified = (check: string) =>
  [
    'package shop',
    'import (',
    '\t"crypto/x509"',
    '\t"net/http"',
    ')',
    'type Shop struct{ cert *x509.Certificate }',
    'func (s *Shop) text(n string) []byte {',
    '\treturn []byte("Message\\n" + n)',
    '}',
    'func (s *Shop) verify(n string, sign []byte) error {',
    `\t${check}`,
    '}',
    'func (s *Shop) show(w http.ResponseWriter, r *http.Request) {',
    '\turl := r.URL.Query().Get("url")',
    '\tif err := s.verify(url, []byte(r.Header.Get("s"))); err != nil {',
    '\t\treturn',
    '\t}',
    '\thttp.Get(url)',
    '}',
    '',
  ].join('\n');

it('counts a signature that a certificate checks, of the input itself', async () => {
  const of = (check: string) => severities('go-data-flow', 'a.go', certified(check));
  const [signed, unsigned, unchecked] = await Promise.all([
    of('return s.cert.CheckSignature(x509.SHA256WithRSA, s.text(n), sign)'),
    of('return s.cert.CheckSignature(x509.SHA256WithRSA, s.text(""), sign)'),
    of('return nil'),
  ]);
  expect(signed).toEqual(['low']);
  expect(unsigned).toEqual(unchecked);
  expect(unchecked).not.toEqual(['low']);
});

describe('input whose signature was compared', () => {
  it.each([
    ['py-data-flow', 'a.py', python(PYTHON_MAC, 'if not hmac.compare_digest(mac, request.args["h"]):', REFUSED)],
    ['py-data-flow', 'a.py', python('h = new_hmac(SECRET, url)', 'if h != request.args.get("h"):', REFUSED)],
    [
      'js-data-flow',
      'a.js',
      javascript(
        "const mac = crypto.createHmac('sha256', KEY).update(url).digest();",
        "if (!crypto.timingSafeEqual(mac, Buffer.from(req.query.mac, 'hex'))) return res.sendStatus(403);",
      ),
    ],
    [
      'go-data-flow',
      'a.go',
      go(
        'check := hmac.New(sha256.New, key)',
        'check.Write([]byte(url))',
        'expected := check.Sum(nil)',
        'if !hmac.Equal(expected, given) {',
        '\treturn',
        '}',
      ),
    ],
    [
      'ruby-data-flow',
      'app/controllers/images_controller.rb',
      ruby(
        "mac = OpenSSL::HMAC.hexdigest('SHA256', KEY, url)",
        'return head(:forbidden) unless ActiveSupport::SecurityUtils.secure_compare(mac, params[:mac])',
      ),
    ],
    [
      'php-data-flow',
      'a.php',
      php("$mac = hash_hmac('sha256', $url, KEY);", "if (!hash_equals($mac, $_GET['mac'])) {", '    exit;', '}'),
    ],
  ])('comes from the holder of the key: %s', async (tool, file, source) => {
    const found = await severities(tool, file, source);
    expect(found).not.toEqual([]);
    expect(new Set(found)).toEqual(new Set(['low']));
  });

  it.each([
    ['nothing is signed', ['if not hmac.compare_digest(SECRET, request.args["token"]):', REFUSED]],
    ['another text is signed', [PYTHON_MAC.replace('url', 'name'), 'if not hmac.compare_digest(mac, given):', REFUSED]],
    ['nothing is compared', [PYTHON_MAC]],
    ['it goes on where they differ', [PYTHON_MAC, 'if not hmac.compare_digest(mac, given):', '    warn("differs")']],
    ['it is only looked whether there is one', [PYTHON_MAC, 'if mac != None:', '    warn("signed")', '    return ""']],
    ['it is a comment', [`# ${PYTHON_MAC}`, '# if not hmac.compare_digest(mac, given):', `# ${REFUSED}`]],
  ])('is weighed as any other where %s', async (_, body) => {
    const found = await severities('py-data-flow', 'a.py', python(...body));
    expect(found).not.toEqual([]);
    expect(found).not.toContain('low');
  });

  /** A class whose method gets the text and runs it after `check`, which has the given lines. */
  const explain = (check: string, ...body: readonly string[]) =>
    [
      '<?php',
      'class Explain {',
      '  private function hash(string $sql) {',
      "    return hash_hmac('sha256', $sql, KEY);",
      '  }',
      '  private function verify(string $sql, string $hash) {',
      ...body.map((line) => `    ${line}`),
      '  }',
      '  public function run(string $sql, string $hash) {',
      `    ${check}`,
      '    mysqli_query($this->db, "EXPLAIN " . $sql);',
      '  }',
      '}',
      "(new Explain())->run($_GET['sql'], $_GET['hash']);",
      '',
    ].join('\n');
  const COMPARED = 'if (!hash_equals($this->hash($sql), $hash)) {';
  const THROWS = ["  throw new Exception('No.');", '}'];

  it.each([
    ['throws', '$this->verify($sql, $hash);', [COMPARED, ...THROWS]],
    ['aborts', '$this->verify($sql, $hash);', [COMPARED, '  abort(403);', '}']],
    ['answers', 'if (!$this->verify($sql, $hash)) return;', ['return hash_equals($this->hash($sql), $hash);']],
  ])('comes from the holder of the key where a function that is called %s', async (_, check, body) => {
    expect(await severities('php-data-flow', 'a.php', explain(check, ...body))).toEqual(['low']);
  });

  it.each([
    ['answers, and nobody asks', '$this->verify($sql, $hash);', ['return hash_equals($this->hash($sql), $hash);']],
    ['only returns', '$this->verify($sql, $hash);', [COMPARED, '  return;', '}']],
    ['judges something else', '$this->verify($hash, $sql);', [COMPARED, ...THROWS]],
    ['signs nothing', '$this->verify($sql, $hash);', ['if (!hash_equals($sql, $hash)) {', ...THROWS]],
    ['is not called', '', [COMPARED, ...THROWS]],
  ])('is weighed as any other where a function %s', async (_, check, body) => {
    expect(await severities('php-data-flow', 'a.php', explain(check, ...body))).not.toContain('low');
  });

  it('may have been compared by the caller of the function that uses it', async () => {
    const fetching = ['def fetch(address):', '    return requests.get(address).text', ''].join('\n');
    const source = (...body: readonly string[]) =>
      python(...body)
        .replace('requests.get(url).text', 'fetch(url)')
        .replace('app = Flask', `${fetching}\napp = Flask`);
    expect(
      await severities('py-data-flow', 'a.py', source(PYTHON_MAC, 'if not hmac.compare_digest(mac, given):', REFUSED)),
    ).toEqual(['low']);
    expect(await severities('py-data-flow', 'a.py', source())).not.toContain('low');
  });

  it('is weighed as any other where another function compares', async () => {
    const check = [
      'def check(url):',
      `    ${PYTHON_MAC}`,
      '    if not hmac.compare_digest(mac, given):',
      '        raise X',
    ];
    const source = python().replace('@app.route', `${check.join('\n')}\n@app.route`);
    expect(await severities('py-data-flow', 'a.py', source)).not.toContain('low');
  });

  it('may be the whole body, of which a field is read later', async () => {
    const body = [
      'mac = hmac.new(SECRET, request.data, hashlib.sha256).hexdigest()',
      'if not hmac.compare_digest(mac, request.headers["X-Signature"]):',
      REFUSED,
      'url = request.json["url"]',
    ];
    const source = python(...body).replace('    url = request.args.get("url")\n', '');
    expect(await severities('py-data-flow', 'a.py', source)).toEqual(['low']);
  });
});
