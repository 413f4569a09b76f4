import { Linter, type Rule } from 'eslint';
import { SONAR_RULE_FOLDERS } from './sonar-rule-folders';
import { aboutTheirSubjects, SUBJECTS } from './rule-subjects';

/** For each rule, texts in which it finds something: one for each thing that its subject may be. */
const BROKEN: Readonly<Record<string, readonly string[]>> = {
  'security/detect-bidi-characters': ['const a = "\u202e";', '// \u2066\nfoo();', '// \u200f\nfoo();', '/* \u061c */'],
  'security/detect-buffer-noassert': ['b.readUInt8(0, true);', 'b.writeInt32LE(1, 0, true);', 'b.readDoubleBE(0, 1);'],
  'security/detect-child-process': [
    'const { exec } = require("child_process"); exec(name);',
    'import * as all from "node:child_process"; all.exec(name);',
    'foo(require("child_process"));',
    'foo(require("child\\x5fprocess"));',
  ],
  'security/detect-disable-mustache-escape': ['template.escapeMarkup = false;'],
  'security/detect-invisible-characters': ['const a = "\u3164";', '// \uffa0\nfoo();'],
  'security/detect-new-buffer': ['new Buffer(size);'],
  'security/detect-no-csrf-before-method-override': ['express.csrf(); express.methodOverride();'],
  'security/detect-pseudoRandomBytes': ['crypto.pseudoRandomBytes(8);', 'crypto.pseudo\\u0052andomBytes(8);'],
  'sonarjs/code-eval': [
    'eval(code);',
    'new Function(code);',
    'import { Script } from "vm"; new Script(code);',
    'import vm from "vm"; new vm.SourceTextModule(code);',
    'import vm from "node:vm"; vm.runInContext(code, c); vm.runInNewContext(code); vm.runInThisContext(code);',
    'go("JavaScript:" + code);',
    'go(`javascript:${code}`);',
    'go("java\\\nscript:" + code);',
  ],
  'sonarjs/cors': [
    'const express = require("express"); const cors = require("cors"); const app = express(); app.use(cors());',
    'import { createServer } from "http";' +
      'createServer((a, b) => b.writeHead(200, { "Access-Control-Allow-Origin": "*" }));',
    'import express from "express"; const app = express();' +
      'app.get("/", (a, b) => b.setHeader("access-control-allow-origin", a.headers.origin));',
  ],
  'sonarjs/csrf': ['import csurf from "csurf"; app.use(csurf({ ignoreMethods: ["POST"] }));'],
  'sonarjs/file-uploads': [
    'import { Formidable } from "formidable"; const form = new Formidable({ keepExtensions: true });',
    'import multer from "multer"; multer({ storage: multer.diskStorage({}) });',
  ],
  'sonarjs/no-hardcoded-passwords': [
    'const password = "h4x7Wq9Zt";',
    'const a = { PassWd: "h4x7Wq9Zt" };',
    'own.pwd = "h4x7Wq9Zt";',
    'const passphrase = "h4x7Wq9Zt";',
    'const url = "?password=h4x7Wq9Zt";',
  ],
  'sonarjs/no-session-cookies-on-static-assets': [
    'const express = require("express"); const session = require("express-session"); const app = express();' +
      'app.use(session()); app.use(express.static("a"));',
    'const express = require("express"); const session = require("cookie-session"); const app = express();' +
      'app.use(session()); app.use(express.static("a"));',
  ],
};

const ofPlugin = (rule: string): Rule.RuleModule => {
  const name = rule.slice(rule.indexOf('/') + 1);
  if (rule.startsWith('security/'))
    return (require('eslint-plugin-security') as { rules: Record<string, Rule.RuleModule> }).rules[name]!;
  return (require(`eslint-plugin-sonarjs/cjs/${SONAR_RULE_FOLDERS[name]}/index.js`) as { rule: Rule.RuleModule }).rule;
};

describe('a rule that listens only where its subject may be', () => {
  const ours = (rule: string): Rule.RuleModule => {
    const [prefix, name] = rule.split('/') as [string, string];
    return aboutTheirSubjects(prefix, { [name]: ofPlugin(rule) })[name] as Rule.RuleModule;
  };
  const found = (rule: Rule.RuleModule, text: string): string[] =>
    new Linter()
      .verify(text, [
        { plugins: { own: { rules: { rule } } }, rules: { 'own/rule': 2 }, languageOptions: { globals: GLOBALS } },
      ])
      .map(({ line, column, message }) => `${line}:${column} ${message}`);

  it('is each one that has a subject', () => {
    const rules = Object.entries(SUBJECTS).flatMap(([prefix, each]) =>
      Object.keys(each).map((name) => `${prefix}/${name}`),
    );
    expect(rules.sort()).toEqual(Object.keys(BROKEN).sort());
  });

  it.each(Object.entries(BROKEN))('%s finds what the rule of the plugin finds', (rule, texts) => {
    expect(ours(rule)).not.toBe(ofPlugin(rule));
    for (const text of texts) {
      const messages = found(ofPlugin(rule), text);
      expect([text, messages.length]).not.toEqual([text, 0]);
      expect(found(ours(rule), text)).toEqual(messages);
    }
  });

  it.each(Object.keys(BROKEN))('%s listens to nothing in a text about something else', (rule) => {
    const context = { sourceCode: { text: 'for (const each of all) console.log(`${each}`);' } } as Rule.RuleContext;
    expect(ours(rule).create(context)).toEqual({});
  });
});

const GLOBALS = { eval: 'readonly', Function: 'readonly' } as const;
