import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

/** `rule line` of each finding. */
async function found(tool: string, file: string, text: string): Promise<string[]> {
  const { findings } = (await runOn(profileOf('flow'), flowTools, { [file]: text })).tool(tool);
  return findings.map(({ rule, line }) => `${rule} ${line}`);
}

const tornado = (override: string, body = 'self.write("<b>" + self.get_argument("q") + "</b>")') =>
  'import html, tornado.web\nclass Base(tornado.web.RequestHandler):\n' +
  `    def get_argument(self, name):\n        return ${override}\n` +
  `class A(Base):\n    def get(self):\n        ${body}\n`;
const answering = (override: string) =>
  'import html, tornado.web\nclass Base(tornado.web.RequestHandler):\n    def finish(self, chunk):\n' +
  `        ${override}\nclass A(Base):\n    def get(self):\n        self.finish("<b>" + self.get_argument("q"))\n`;
const commands = (method: string, body: string) =>
  'import os\nfrom flask import Flask, request\napp = Flask(__name__)\nclass Runner:\n    def run(self, text):\n' +
  `        ${method}\nclass Named(Runner):\n    def run(self, text):\n        ${body}\n` +
  '@app.route("/")\ndef a():\n    Named().run(request.args["q"])\n    return ""\n';
const express = (method: string, body: string) =>
  "import express from 'express';\nimport { exec } from 'node:child_process';\nconst app = express();\n" +
  `class Runner {\n  run(text) {\n    ${method}\n  }\n}\n` +
  `class Named extends Runner {\n  run(text) {\n    ${body}\n  }\n}\n` +
  "app.get('/', (req, res) => {\n  new Named().run(req.query.q);\n  res.end();\n});\n";
const servlet = (method: string, body: string) =>
  'import jakarta.servlet.http.*;\nclass Runner {\n  void run(String text) throws Exception {\n' +
  `    ${method}\n  }\n}\nclass Named extends Runner {\n` +
  `  void run(String text) throws Exception {\n    ${body}\n  }\n}\nclass A extends HttpServlet {\n` +
  '  protected void doGet(HttpServletRequest r, HttpServletResponse s) throws Exception {\n' +
  '    new Named().run(r.getParameter("q"));\n  }\n}\n';
const EXEC = 'Runtime.getRuntime().exec("sh -c " + text);';
const ktor = (method: string, body: string) =>
  'import io.ktor.server.application.*\nimport io.ktor.server.routing.*\n' +
  `open class Runner {\n  open fun run(text: String) {\n    ${method}\n  }\n}\n` +
  `class Named : Runner() {\n  override fun run(text: String) {\n    ${body}\n  }\n}\n` +
  'fun Application.module() {\n  routing {\n' +
  '    get("/") { Named().run(call.request.queryParameters["q"]!!) }\n  }\n}\n';
const asp = (method: string, body: string) =>
  'using System.Diagnostics;\nusing Microsoft.AspNetCore.Mvc;\npublic class Runner {\n' +
  `  public virtual void Run(string text) {\n    ${method}\n  }\n}\n` +
  `public class Named : Runner {\n  public override void Run(string text) {\n    ${body}\n  }\n}\n` +
  'public class AController : Controller {\n  [HttpGet]\n' +
  '  public string Get(string q) { new Named().Run(q); return ""; }\n}\n';

describe('methods of a base that a class of the target has, too', () => {
  it.each([
    ['escapes what the base gives', tornado('html.escape(super().get_argument(name))'), []],
    ['returns what the base gives', tornado('super().get_argument(name)'), ['cross-site-scripting 7']],
    ['asks the base by its arguments', tornado('super(Base, self).get_argument(name)'), ['cross-site-scripting 7']],
    [
      'is gone around',
      tornado('html.escape(super().get_argument(name))', 'self.write("<b>" + self.get_query_argument("q"))'),
      ['cross-site-scripting 7'],
    ],
    ['escapes what it gives the base', answering('return super().finish(html.escape(chunk))'), []],
    ['gives the base a type', answering('self.set_header("Content-Type", "text/plain"); super().finish(chunk)'), []],
    ['gives it to the base as it is', answering('return super().finish(chunk)'), ['cross-site-scripting 4']],
    ['hands its argument on to the base', commands('os.system(text)', 'super().run(text)'), ['command-injection 6']],
    ['hands on a constant', commands('os.system(text)', 'super().run("ls")'), []],
    ['is not the one of the base', commands('os.system(text)', 'print(text)'), []],
  ])('in Python %s', async (_, text, rules) => expect(await found('py-data-flow', 'a.py', text)).toEqual(rules));

  it.each([
    ['hands its argument on to the base', express('exec(text);', 'super.run(text);'), ['command-injection 6']],
    ['hands on a constant', express('exec(text);', "super.run('ls');"), []],
    ['is not the one of the base', express('exec(text);', 'console.log(text);'), []],
  ])('in JavaScript %s', async (_, text, rules) => expect(await found('js-data-flow', 'a.js', text)).toEqual(rules));

  it.each([
    ['hands its argument on to the base', servlet(EXEC, 'super.run(text);'), ['command-injection 4']],
    ['hands on a constant', servlet(EXEC, 'super.run("ls");'), []],
    ['is not the one of the base', servlet(EXEC, 'System.out.println(text);'), []],
  ])('in Java %s', async (_, text, rules) => expect(await found('java-data-flow', 'A.java', text)).toEqual(rules));

  it.each([
    ['hands its argument on to the base', ktor(EXEC, 'super.run(text)'), ['command-injection 5']],
    ['hands on a constant', ktor(EXEC, 'super.run("ls")'), []],
    ['is not the one of the base', ktor(EXEC, 'println(text)'), []],
  ])('in Kotlin %s', async (_, text, rules) => expect(await found('kotlin-data-flow', 'A.kt', text)).toEqual(rules));

  it.each([
    ['hands its argument on to the base', asp('Process.Start("sh", "-c " + text);', 'base.Run(text);'), 5],
    ['hands on a constant', asp('Process.Start("sh", "-c " + text);', 'base.Run("ls");'), undefined],
    ['is not the one of the base', asp('Process.Start("sh", "-c " + text);', 'Console.WriteLine(text);'), undefined],
  ])('in C# %s', async (_, text, line) =>
    expect(await found('csharp-data-flow', 'A.cs', text)).toEqual(line ? [`command-injection ${line}`] : []),
  );
});
