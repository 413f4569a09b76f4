import type { FlowRows, SinkRow } from '../rows';

const all = (weakness: SinkRow['weakness'], calls: readonly string[], rest: Partial<SinkRow> = {}): SinkRow[] => calls.map((call) => ({ call, weakness, ...rest }));

/** Code, templates and objects that packages run. */
export const scripts: FlowRows = {
  sinks: [
    ...all('code-injection', ['vm.compileFunction', 'vm2.VM.run', 'vm2.NodeVM.run', 'vm2.VMScript', 'safe-eval', 'notevil', 'static-eval', 'node-eval', 'require-from-string', 'eval5.evaluate', 'expression-eval.eval', 'vm.SourceTextModule']),
    ...all('code-injection', ['worker_threads.Worker'], { onlyWith: 'eval' }),
    // A function is no text.
    ...all('code-injection', ['setTimeout', 'setInterval', 'window.setTimeout', 'window.setInterval', 'setImmediate'], { only: 'text' }),
    ...all('file-inclusion', ['require']),
    ...all('file-inclusion', ['worker_threads.Worker', 'child_process.fork'], { unlessWith: 'eval' }),
    ...all('unsafe-deserialization', ['funcster.deepDeserialize', 'cryo.parse', 'serialijse.deserialize', 'serialize-to-js.deserialize', 'serialize-javascript.deserialize']),
    ...all('template-injection', [
      'dot.template',
      'dot.compile',
      'eta.render',
      'eta.renderString',
      'eta.Eta.renderString',
      'eta.compile',
      'squirrelly.render',
      'squirrelly.compile',
      'art-template.render',
      'art-template.compile',
      'swig.render',
      'swig.compile',
      'jade.render',
      'jade.compile',
      'underscore.template',
      'velocityjs.render',
      'nunjucks.compile',
      'nunjucks.Environment.renderString',
      'handlebars.precompile',
      'ejs.renderAsync',
      'vue-template-compiler.compile',
      'template7.compile',
      'just-handlebars.compile',
      'hamljs.render',
    ]),
    ...all('command-injection', ['simple-git().clone', 'simple-git().raw'], { only: 'whole' }),
    ...all('cross-site-scripting', ['*.setContent'], { imports: ['puppeteer', 'puppeteer-core', 'playwright', 'playwright-core'] }),
    ...all('open-redirect', ['window.open']),
    ...all('open-redirect', ['express.Response.setHeader', 'express.Response.set', 'express.Response.header', 'http.ServerResponse.setHeader'], { arguments: [1], onlyWithFirst: 'location' }),
    ...all('open-redirect', ['*.writeHead'], { arguments: [1, 2], field: 'Location' }),
    ...all('open-redirect', ['*.writeHead'], { arguments: [1, 2], field: 'location' }),
  ],
};
