import { runOn } from '../../../../test/run-on';
import { flowTools } from '../../../catalogue/flow';
import { profileOf } from '../../engine-table';

/** The lines at which a program runs a command with input. */
async function linesOf(tool: string, file: string, text: string): Promise<readonly (number | null | undefined)[]> {
  const { findings } = (await runOn(profileOf('flow'), flowTools, { [file]: text })).tool(tool);
  return findings.filter(({ rule }) => rule === 'command-injection').map(({ line }) => line);
}

/** How often a view of Flask runs a command: `q` is a text of the request. */
export const commandsOfFlask = async (before: string, ...body: readonly string[]): Promise<number> =>
  (
    await linesOf(
      'py-data-flow',
      'a.py',
      `import os\nfrom flask import Flask, request\napp = Flask(__name__)\n${before}\n@app.route("/")\ndef view():\n` +
        `    q = request.args["q"]\n${body.map((line) => `    ${line}\n`).join('')}    return ""\n`,
    )
  ).length;

/** How often a handler of Express runs a command: `q` is a text of the request. */
export const commandsOfExpress = async (before: string, body: string): Promise<number> =>
  (
    await linesOf(
      'js-data-flow',
      'a.js',
      "const express = require('express');\nconst { exec } = require('child_process');\nconst app = express();\n" +
        `${before}\napp.get('/', async (req, res) => {\n  const q = req.query.q;\n  ${body}\n  res.end();\n});\n`,
    )
  ).length;

const PACKAGES_OF_GO = [
  'bufio bytes context database/sql encoding/base64 encoding/hex encoding/json errors fmt html/template io iter maps',
  'net/http net/url os/exec regexp slices sort strconv strings sync sync/atomic',
].flatMap((names) => names.split(' '));

/** How often a handler in Go runs a command: `q` is a text of the request. */
export const commandsOfGo = async (body: string, outside = ''): Promise<number> =>
  (
    await linesOf(
      'go-data-flow',
      'main.go',
      `package main\n\nimport (\n${PACKAGES_OF_GO.map((name) => `\t"${name}"\n`).join('')})\n\n${outside}\n` +
        `func handle(w http.ResponseWriter, r *http.Request) {\n\tq := r.FormValue("q")\n${body}\n\t_ = q\n}\n\n` +
        'func sh(text string) { exec.Command("sh", "-c", text).Run() }\n',
    )
  ).length;

/** How often a program in a file runs a command with input. */
export const commandsOf = async (tool: string, file: string, text: string): Promise<number> =>
  (await linesOf(tool, file, text)).length;

/** Whether a method of a Spring controller runs a command with input: `q` is a text of the request. */
export const isFoundInSpring = async (body: string, members = ''): Promise<boolean> => {
  const text = [
    'package shop;',
    'import org.springframework.web.bind.annotation.*;',
    'import java.util.*;',
    'import java.util.concurrent.*;',
    'import java.util.stream.*;',
    '@RestController',
    'public class App {',
    `    @GetMapping("/") public void run(@RequestParam String q) throws Exception { ${body} }`,
    '    static void exec(String text) { try { Runtime.getRuntime().exec("sh -c " + text); } catch (Exception e) { } }',
    members,
    '}\n',
  ].join('\n');
  return (await linesOf('java-data-flow', 'App.java', text)).length > 0;
};

/** Whether a method of a controller of ASP.NET runs a command with input: `q` is a text of the request. */
export const isFoundInAspNet = async (body: string, members = '', classes = ''): Promise<boolean> => {
  const text = [
    'using System;',
    'using System.Collections.Concurrent;',
    'using System.Collections.Generic;',
    'using System.Diagnostics;',
    'using System.IO;',
    'using System.Linq;',
    'using System.Text;',
    'using System.Threading.Tasks;',
    'using Microsoft.AspNetCore.Mvc;',
    '[ApiController]',
    'public class App : ControllerBase',
    '{',
    `    [HttpGet("/")] public async Task<string> Show([FromQuery] string q) { ${body} return ""; }`,
    '    static void Run(string text) => Process.Start("sh", "-c " + text);',
    members,
    '}',
    `${classes}\n`,
  ].join('\n');
  return (await linesOf('csharp-data-flow', 'App.cs', text)).length > 0;
};

/** Whether a method of a controller of Spring in Kotlin runs a command with input: `q` is a text of the request. */
export const isFoundInKotlin = async (body: string, members = '', beside = ''): Promise<boolean> => {
  const text = [
    'package shop',
    'import org.springframework.web.bind.annotation.*',
    'import kotlinx.coroutines.*',
    'import kotlinx.coroutines.flow.*',
    '@RestController',
    'class App {',
    `  @GetMapping("/") suspend fun show(@RequestParam q: String) { ${body} }`,
    '  fun exec(text: String) { Runtime.getRuntime().exec("sh -c " + text) }',
    members,
    '}',
    `${beside}\n`,
  ].join('\n');
  return (await linesOf('kotlin-data-flow', 'App.kt', text)).length > 0;
};
