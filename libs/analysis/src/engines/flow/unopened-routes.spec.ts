import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

async function severities(files: Readonly<Record<string, string>>, tool = 'js-data-flow') {
  const { findings } = (await runOn(profileOf('flow'), flowTools, files)).tool(tool);
  return findings.filter(({ rule }) => rule === 'cross-site-scripting').map(({ severity = 'high' }) => severity);
}

const HEAD = "const express = require('express');\nconst passport = require('passport');\nconst app = express();\n";
const SHOW = "function show(req, res) { res.status(404).send('<p>' + req.params.id); }\n";
const app = (...routes: string[]) => ({ 'a.js': `${HEAD}${SHOW}${routes.join('\n')}\n` });

describe('a page that shows the input of a request', () => {
  it.each([
    ['a link opens it', ["app.get('/:id', show);"], ['high']],
    ['its route takes a method that no link sends', ["app.put('/:id', show);"], ['low']],
    ['one of its routes is opened by a link', ["app.delete('/:id', show);", "app.get('/:id', show);"], ['high']],
    ['it asks for a token in a header', ["app.get('/:id', passport.authenticate('bearer'), show);"], ['low']],
    ['it asks for a session', ["app.get('/:id', passport.authenticate('session'), show);"], ['high']],
  ])('where %s', async (_, routes, expected) => {
    expect(await severities(app(...routes))).toEqual(expected);
  });

  it('is left at its severity where the router is of others', async () => {
    const files = (method: string) => ({
      'a.js':
        `require('express');\nmodule.exports = (app) => {\n  app.${method}('/:id', (req, res) => {\n` +
        "    res.send('<p>' + req.params.id);\n  });\n};\n",
    });
    expect(await severities(files('get'))).toEqual(['high']);
    expect(await severities(files('patch'))).toEqual(['low']);
  });

  it('is judged by the annotation of its method', async () => {
    const controller = (mapping: string) => ({
      'A.java':
        'import org.springframework.web.bind.annotation.*;\n@RestController\nclass A {\n' +
        `  @${mapping}("/a")\n  @ResponseBody\n  String a(@RequestParam String q) { return "<b>" + q; }\n}\n`,
    });
    expect(await severities(controller('GetMapping'), 'java-data-flow')).toEqual(['high']);
    expect(await severities(controller('DeleteMapping'), 'java-data-flow')).toEqual(['low']);
  });
});
