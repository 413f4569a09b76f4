import { commandsOf, commandsOfExpress, commandsOfFlask } from './test/commands-of';

const RUN = 'def run(a, x):\n    os.system(x)\n';
const TASK = 'from celery import shared_task\n@shared_task\ndef run(a, x):\n    os.system(x)\n';

describe('functions that others run with the arguments of a call', () => {
  it.each([
    [
      'a thread',
      `import threading\n${RUN}`,
      (text: string) => `threading.Thread(target=run, args=(1, ${text})).start()`,
    ],
    [
      'a pool',
      `from concurrent.futures import ThreadPoolExecutor\n${RUN}`,
      (text: string) => `ThreadPoolExecutor().submit(run, 1, ${text})`,
    ],
    ['a task', TASK, (text: string) => `run.delay(1, ${text})`],
    ['a task with a list of arguments', TASK, (text: string) => `run.apply_async((1, ${text}))`],
    ['a task with named arguments', TASK, (text: string) => `run.apply_async(args=[1, ${text}])`],
  ])('of Python: %s', async (_, before, call) => {
    expect(await commandsOfFlask(before, call('q'))).toBe(1);
    expect(await commandsOfFlask(before, call('"ls"'))).toBe(0);
    expect(await commandsOfFlask(before.replace('(a, x)', '(x, a)'), call('q'))).toBe(0);
  });

  it('of FastAPI, after the answer', async () => {
    const app = (text: string) =>
      `import os\nfrom fastapi import BackgroundTasks, FastAPI\napp = FastAPI()\n${RUN}@app.get("/")\n` +
      `def view(q: str, tasks: BackgroundTasks):\n    tasks.add_task(run, 1, ${text})\n`;
    expect(await commandsOf('py-data-flow', 'a.py', app('q'))).toBe(1);
    expect(await commandsOf('py-data-flow', 'a.py', app('"ls"'))).toBe(0);
  });

  it('of JavaScript, after some time', async () => {
    const run = 'function run(a, x) { exec(x); }';
    expect(await commandsOfExpress(run, 'setTimeout(run, 1, 2, q);')).toBe(1);
    expect(await commandsOfExpress(run, 'setImmediate(run, 2, q);')).toBe(1);
    expect(await commandsOfExpress(run, "setTimeout(run, 1, q, 'ls');")).toBe(0);
  });
});
