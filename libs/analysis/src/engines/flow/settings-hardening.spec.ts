import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

const profile = profileOf('flow');

const rulesIn = async (tool: string, tree: Record<string, string>) => {
  const run = (await runOn(profile, flowTools, tree)).tool(tool);
  expect(run.unreadable).toEqual([]);
  return run.findings.map(({ rule }) => rule).sort();
};

const gate = (body: string) => `package shop;
import com.auth0.jwt.algorithms.Algorithm;
import java.io.*;
import java.util.*;
import org.dom4j.io.SAXReader;
import org.jdom2.input.SAXBuilder;
import org.jdom2.input.sax.XMLReaders;
import org.springframework.web.cors.CorsConfiguration;
class Gate {
  void open(File file, String typed, boolean choice, Helper helper) throws Exception {
    ${body}
  }
}
`;
const NO_TYPES = '"http://apache.org/xml/features/disallow-doctype-decl"';
const NO_ENTITIES = '"http://xml.org/sax/features/external-general-entities"';

describe('what Java tells tokens, origins and parsers', () => {
  it.each<[string, string, readonly string[]]>([
    ['a parser as it is', 'new SAXReader().read(file);', ['external-entities']],
    [
      'a parser without document types',
      `SAXReader r = new SAXReader(); r.setFeature(${NO_TYPES}, true); r.read(file);`,
      [],
    ],
    [
      'a parser with document types',
      `SAXReader r = new SAXReader(); r.setFeature(${NO_TYPES}, false); r.read(file);`,
      ['external-entities'],
    ],
    [
      'a parser without entities',
      `SAXReader r = new SAXReader(); r.setFeature(${NO_ENTITIES}, false); r.read(file);`,
      [],
    ],
    ['a builder as it is', 'new SAXBuilder().build(file);', ['external-entities']],
    ['a builder that validates', 'new SAXBuilder(XMLReaders.DTDVALIDATING).build(file);', ['external-entities']],
    ['a builder by the name of a parser', 'new SAXBuilder("org.acme.Parser").build(file);', ['external-entities']],
    ['a builder for HTML', 'new SAXBuilder("org.cyberneko.html.parsers.SAXParser", true).build(file);', []],
    ['a builder with a parser of the program', 'new SAXBuilder(helper.parser(), null, null).build(file);', []],
    ['a parser by choice', `SAXReader r = new SAXReader(); r.setFeature(${NO_TYPES}, choice); r.read(file);`, []],
    [
      'a parser with a feature that nobody knows',
      'SAXReader r = new SAXReader(); r.setFeature(typed, true); r.read(file);',
      [],
    ],
    ['a parser that was handed over', 'SAXReader r = new SAXReader(); helper.harden(r); r.read(file);', []],
    ['a key of the environment', 'Algorithm.HMAC256(System.getenv("KEY"));', []],
    ['a constant key', 'Algorithm.HMAC512("abc");', ['hard-coded-key']],
    [
      'any origin, the cookies first',
      'CorsConfiguration c = new CorsConfiguration(); c.setAllowCredentials(true); ' +
        'c.setAllowedOriginPatterns(List.of("*"));',
      ['any-origin'],
    ],
    ['any origin without cookies', 'new CorsConfiguration().setAllowedOriginPatterns(List.of("*"));', []],
    ['a file for its owner', 'file.setWritable(true);', []],
  ])('%s', async (_, body, expected) => {
    expect(await rulesIn('java-data-flow', { 'Gate.java': gate(body) })).toEqual(expected);
  });
});

const script = (body: string) => `import os
import traceback
import jwt
from flask import Flask, jsonify, request
from flask_cors import CORS
from lxml import etree
app = Flask(__name__)


@app.route("/")
def run(given=None, limit=None):
    ${body.split('\n').join('\n    ')}
`;

describe('what Python tells tokens, origins and parsers', () => {
  it.each<[string, string, readonly string[]]>([
    ['a token that is only read', 'jwt.decode(given, options={"verify_signature": False})', ['token-unverified']],
    ['a token by choice', 'jwt.decode(given, options={"verify_signature": limit})', []],
    ['algorithms without none', 'jwt.decode(given, limit, algorithms=["HS256"])', []],
    ['none among the algorithms', 'jwt.decode(given, limit, algorithms=["HS256", "none"])', ['token-unverified']],
    ['the key of an application', 'app.config["SECRET_KEY"] = "till"', ['hard-coded-key']],
    ['the key of the environment', 'app.config["SECRET_KEY"] = os.environ.get("KEY", "till")', []],
    ['any origin with cookies', 'CORS(app, origins="*", supports_credentials=True)', ['any-origin']],
    ['origins for each path', 'CORS(app, resources={"/a": {"origins": "b"}}, supports_credentials=True)', []],
    ['origins that nobody knows', 'CORS(app, origins=given, supports_credentials=True)', []],
    ['external entities', 'etree.XMLParser(resolve_entities=True)', ['external-entities']],
    ['entities as they are', 'etree.XMLParser()', []],
    ['a stack as JSON', 'return jsonify(error=traceback.format_exc())', ['error-exposure']],
    ['debugging by the environment', 'app.run(debug=os.environ.get("DEBUG") == "1")', []],
    ['debugging', 'on = True\napp.run(debug=on)', ['debug-switch']],
  ])('%s', async (_, body, expected) => {
    expect(await rulesIn('py-data-flow', { 'app.py': script(body) })).toEqual(expected);
  });

  it('matters less in a test', async () => {
    const findings = async (role?: 'test') => {
      const { findings: found } = (
        await runOn(
          profile,
          flowTools,
          { 'a.py': script('jwt.encode(given, "till")') },
          undefined,
          undefined,
          () => role,
        )
      ).tool('py-data-flow');
      return found.map(({ rule, severity }) => `${rule} ${severity}`);
    };
    expect(await findings()).toEqual(['hard-coded-key undefined']);
    expect(await findings('test')).toEqual(['hard-coded-key low']);
  });

  it('matters less where only a test says it', async () => {
    const keys =
      'from cryptography.hazmat.primitives.asymmetric import rsa\n\n\n' +
      'def pair(bits):\n    return rsa.generate_private_key(65537, bits)\n';
    const call = 'from keys import pair\n\n\ndef run():\n    pair(1024)\n';
    const severities = async (tree: Record<string, string>) =>
      (await runOn(profile, flowTools, tree, undefined, undefined, (path) => (/test/.test(path) ? 'test' : undefined)))
        .tool('py-data-flow')
        .findings.map(({ file, rule, severity }) => `${file} ${rule} ${severity}`);
    expect(await severities({ 'keys.py': keys, 'a_test.py': call })).toEqual(['keys.py short-key low']);
    expect(await severities({ 'keys.py': keys, 'a_test.py': call, 'shop.py': call })).toEqual([
      'keys.py short-key undefined',
    ]);
  });

  it('matters less where only a test gives the input', async () => {
    const helpers = 'def run(text):\n    eval(text)\n\n\ndef keep(mail):\n    token = mail\n';
    const calls =
      'import random\nimport flask\nfrom helpers import keep, run\n\n' +
      'app = flask.Flask(__name__)\n\n\n@app.route("/")\n' +
      'def go():\n    keep(str(random.randint(0, 9)))\n    run(flask.request.args["q"])\n';
    const severities = async (tree: Record<string, string>) =>
      (await runOn(profile, flowTools, tree, undefined, undefined, (path) => (/test/.test(path) ? 'test' : undefined)))
        .tool('py-data-flow')
        .findings.map(({ file, rule, severity }) => `${file} ${rule} ${severity}`);
    expect(await severities({ 'helpers.py': helpers, 'a_test.py': calls })).toEqual(['helpers.py code-injection low']);
    expect(await severities({ 'helpers.py': helpers, 'a_test.py': calls, 'shop.py': calls })).toEqual([
      'a_test.py code-injection low',
      'helpers.py code-injection undefined',
      'helpers.py predictable-secret medium',
    ]);
  });
});

const page = (body: string) => `<?php
function run($text, $given) {
    ${body}
}
`;

describe('what PHP tells tokens, origins and parsers', () => {
  it.each<[string, string, readonly string[]]>([
    [
      'the origin that asks',
      'header("Access-Control-Allow-Origin: " . $_SERVER["HTTP_ORIGIN"]);',
      ['cross-origin-access'],
    ],
    ['another header', 'header("X-Asked-By: " . $_SERVER["HTTP_ORIGIN"]);', []],
    ['a star', 'header("Access-Control-Allow-Origin: *");', []],
    ['rights of old', 'chmod($given, 0777);', ['writable-by-all']],
    ['rights that nobody knows', 'chmod($given, $text);', []],
    ['a file that is read', 'fopen("/tmp/shop.csv", "r");', []],
    ['a file that is written', 'fopen("/tmp/shop.csv", "w");', ['shared-temporary-file']],
    ['errors that are shown', 'ini_set("display_errors", 1);', ['error-shown']],
    ['another setting', 'ini_set("memory_limit", 1);', []],
  ])('%s', async (_, body, expected) => {
    expect(await rulesIn('php-data-flow', { 'app.php': page(body) })).toEqual(expected);
  });
});
