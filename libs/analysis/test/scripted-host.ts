import { writeSync } from 'node:fs';
import type { Engine, EnginePass, PassReporter } from '../src/engines/engine';
import { servePass } from '../src/engines/runtime/serve-pass';

/**
 * A host whose engine does what its tools and files say: `settings.does` of a tool, and the name of a file. For the
 * tests of how passes run.
 */
const engine: Engine = {
  async run(pass, report) {
    report.engine('Scripted', '1.0.0');
    for (const { staged } of pass.files) {
      report.working?.(staged);
      if (staged.startsWith('deadly')) process.abort();
      for (const { id, settings } of pass.tools)
        if (settings?.['does'] === 'find')
          report.finding(id, { rule: 'rule', file: staged, line: 1, message: `in ${staged}` });
    }
    if (pass.files.length > 0 && pass.tools.some(({ settings }) => settings?.['does'] !== 'find')) report.working?.('');
    for (const tool of pass.tools) await perform(tool.id, String(tool.settings?.['does']), pass, report);
  },
};

async function perform(id: string, does: string, pass: EnginePass, report: PassReporter): Promise<void> {
  switch (does) {
    case 'find':
      return report.completed(id, { filesChecked: pass.files.length });
    case 'find 6000': {
      for (let line = 1; line <= 6_000; line += 1) report.finding(id, { rule: 'rule', line, message: 'again' });
      return report.completed(id, { filesChecked: 1 });
    }
    case 'find hostile words': {
      report.finding(id, { rule: 'rule', line: -3, column: 2, message: `a\u001b[31m\nb\u202e${'x'.repeat(100_000)}` });
      return report.completed(id, { filesChecked: 1 });
    }
    case 'fail':
      return report.failed(id, 'its rule threw');
    case 'skip':
      return report.skipped(id, 'nothing to look at');
    case 'skip without a database':
      return report.skipped(id, 'no database', 'no-database');
    case 'skip for a cause that is none':
      return void writeSync(
        3,
        `${JSON.stringify({ kind: 'skipped', tool: id, reason: 'no browser', cause: 'not-installed' })}\n`,
      );
    case 'fail, then die': {
      report.failed(id, 'its rule threw');
      return process.abort();
    }
    case 'find, then hang': {
      report.finding(id, { rule: 'rule', line: 1, message: 'before the end' });
      for (;;);
    }
    case 'complete, then linger': {
      report.completed(id, { filesChecked: pass.files.length });
      for (;;);
    }
    case 'find, then wait': {
      report.finding(id, { rule: 'rule', line: 1, message: 'before the end' });
      return new Promise(() => void setInterval(() => undefined, 1_000));
    }
    case 'die':
      return process.abort();
    case 'throw':
      throw new Error('the engine broke');
    case 'say nothing':
      return undefined;
    case 'print garbage':
      return void writeSync(3, 'Warning: deprecated\n');
    case 'print a number':
      return void writeSync(3, '42\n');
    case 'print without end':
      for (const chunk = Buffer.alloc(1 << 20, 'x'); ; ) writeSync(3, chunk);
    case 'fill the memory':
      for (const kept: unknown[] = []; ; ) kept.push(new Array(1_000).fill(Math.random()));
    case 'leave things in scratch': {
      process.getBuiltinModule('node:fs').writeFileSync('left-behind', '', { flag: 'wx' });
      return process.abort();
    }
  }
  throw new Error(`not in the script: ${does}`);
}

servePass(() => engine);
