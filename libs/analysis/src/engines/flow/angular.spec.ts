import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

async function found(tree: Readonly<Record<string, string>>) {
  const { findings } = (await runOn(profileOf('flow'), flowTools, tree)).tool('js-data-flow');
  return findings.map(({ rule, line, severity }) => `${rule} ${line} ${severity ?? 'as told'}`);
}

const IMPORTS =
  "import { Component, inject } from '@angular/core';\n" +
  "import { DomSanitizer } from '@angular/platform-browser';\nimport { ActivatedRoute } from '@angular/router';\n" +
  "import { jwtDecode } from 'jwt-decode';\nimport { Notes } from './notes';\n";
const component = (body: string, members = '') =>
  `${IMPORTS}@Component({})\nexport class Shown {\n  private readonly clean = inject(DomSanitizer);\n  ${members}\n` +
  `  ngOnInit() {\n    ${body}\n  }\n}\n`;
const NOTES =
  "import { HttpClient } from '@angular/common/http';\nimport { Injectable, inject } from '@angular/core';\n" +
  "import { map } from 'rxjs/operators';\n@Injectable()\nexport class Notes {\n" +
  '  private readonly http = inject(HttpClient);\n' +
  "  all() {\n    return this.http.get('/notes').pipe(map((answer: any) => answer.data));\n  }\n}\n";
const BY_SERVICE = 'private readonly notes = inject(Notes);';

describe('what a component of Angular marks as trusted', () => {
  it.each<[string, string, string, readonly string[]]>([
    [
      'a part of the address',
      'this.x = this.clean.bypassSecurityTrustHtml(this.route.snapshot.queryParams.q);',
      'private readonly route = inject(ActivatedRoute);',
      ['cross-site-scripting 11 as told'],
    ],
    [
      'a part of the address that the constructor gets, when it changes',
      'this.route.queryParams.subscribe((all) => { this.x = this.clean.bypassSecurityTrustHtml(all.q); });',
      'constructor(private readonly route: ActivatedRoute) {}',
      ['cross-site-scripting 11 as told'],
    ],
    [
      'an answer of the server, by a service',
      'this.notes.all().subscribe((all) => { this.x = this.clean.bypassSecurityTrustHtml(all[0].text); });',
      BY_SERVICE,
      ['cross-site-scripting 11 medium'],
    ],
    [
      'the same, among functions by name',
      'this.notes.all().subscribe({ next: (all) => { this.x = this.clean.bypassSecurityTrustHtml(all[0].text); } });',
      BY_SERVICE,
      ['cross-site-scripting 11 medium'],
    ],
    [
      'the content of a token',
      "this.x = this.clean.bypassSecurityTrustHtml(jwtDecode(localStorage.getItem('t')).name);",
      '',
      ['cross-site-scripting 11 medium'],
    ],
    ['markup of its own', "this.x = this.clean.bypassSecurityTrustHtml('<b>a</b>');", '', []],
    [
      'an error, and not the answer',
      "this.notes.all().subscribe({ next: (all) => {}, complete: () => { this.clean.bypassSecurityTrustHtml(''); } });",
      BY_SERVICE,
      [],
    ],
    [
      'nothing: an answer that is requested again, and evaluated nowhere',
      'this.notes.all().subscribe((all) => { this.x = all[0].text; fetch(all[0].text); });',
      BY_SERVICE,
      [],
    ],
  ])('%s', async (_, body, members, finds) => {
    expect(await found({ 'shown.ts': component(body, members), 'notes.ts': NOTES })).toEqual(finds);
  });
});

describe('a row of a database', () => {
  const view = (body: string) =>
    "const app = require('express')();\nconst { User } = require('sequelize');\n" +
    `app.get('/', async (req, res) => {\n  const user = await User.findByPk(1);\n  ${body}\n});\n`;

  it('becomes code where it is evaluated, which is weighed less than input', async () => {
    expect(await found({ 'a.js': view('eval(user.name);') })).toEqual(['code-injection 5 medium']);
  });

  it('is no input of other calls', async () => {
    expect(await found({ 'a.js': view("require('child_process').exec(user.name);") })).toEqual([]);
    expect(await found({ 'a.js': view('eval(String(Number(user.id)));') })).toEqual([]);
  });
});
