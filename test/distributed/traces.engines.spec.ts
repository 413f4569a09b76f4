import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clientOf } from '../faults/client';
import { endLeftovers, startProcess } from '../faults/service-under-test';
import { STYLESHEET } from '../support/targets';
import { type ReceivedSpan, type TraceReceiver, traceReceiver } from '../support/trace-receiver';

const CLIENT_TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CLIENT_SPAN = '00f067aa0ba902b7';

describe('traces', () => {
  let folder: string;
  let receiver: TraceReceiver;
  let sessionId: string;
  let trace: readonly ReceivedSpan[];
  let errorOutput: string;

  /**
   * A process of its own: the exporter loads its transport with import(), which Jest on Node 20 has only behind a flag.
   */
  beforeAll(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'assay-traces-')));
    const directory = join(folder, 'target');
    await mkdir(directory);
    for (const [file, content] of Object.entries(STYLESHEET)) await writeFile(join(directory, file), content);
    receiver = await traceReceiver();
    const service = await startProcess({
      dataDir: join(folder, 'data'),
      roots: folder,
      environment: { ASSAY_TRACES_URL: receiver.url, ASSAY_LOG_LEVEL: 'info' },
    });
    const client = clientOf({ url: service.url, key: service.key! });
    const answer = await fetch(`${service.url}/api/sessions`, {
      method: 'POST',
      body: JSON.stringify({ target: { directory }, tools: ['css-errors'] }),
      headers: {
        authorization: `Bearer ${service.key}`,
        'content-type': 'application/json',
        traceparent: `00-${CLIENT_TRACE}-${CLIENT_SPAN}-01`,
      },
    });
    sessionId = ((await answer.json()) as { sessionId: string }).sessionId;
    await client.ended(sessionId);
    await service.stop(); // what has not been sent is sent
    ({ errorOutput } = await service.ended);
    trace = receiver.spans.filter(({ traceId }) => traceId === CLIENT_TRACE);
  }, 120_000);
  afterAll(async () => {
    await endLeftovers();
    await receiver.close();
    await rm(folder, { recursive: true, force: true });
  });

  const named = (name: string): ReceivedSpan => {
    const found = trace.find((span) => span.name === name);
    if (!found) throw new Error(`no span ${name} among ${trace.map((span) => span.name).join(', ')}; ${errorOutput}`);
    return found;
  };
  /** The names from a span up to the one that the client sent. */
  const ancestry = (span: ReceivedSpan): string[] => {
    const parent = trace.find(({ spanId }) => spanId === span.parentSpanId);
    return [span.name, ...(parent ? ancestry(parent) : [span.parentSpanId ?? 'nothing'])];
  };

  it('go on with the trace of the client', () => expect(named('POST /api/sessions').parentSpanId).toBe(CLIENT_SPAN));

  it('lead from a request through its command to what was appended', () => {
    const started = trace.find(
      ({ name, attributes }) => name === 'append' && attributes['assay.events'] === 'ScanStarted',
    );
    expect(ancestry(started!)).toEqual(['append', 'command StartSession', 'POST /api/sessions', CLIENT_SPAN]);
    expect(named('POST /api/sessions').attributes).toMatchObject({
      'http.route': '/api/sessions',
      'http.response.status_code': 202,
    });
  });

  it('cross the event log: to the reaction that started the workflow', () =>
    expect(ancestry(named('start workflow'))).toEqual([
      'start workflow',
      'react start-workflows',
      'append',
      'command StartSession',
      'POST /api/sessions',
      CLIENT_SPAN,
    ]));

  it.each(['prepare', 'charge', 'runPass', 'settle'])('hold the activity %s of the session', (activity) => {
    expect(ancestry(named(`activity ${activity}`))).toEqual([
      `activity ${activity}`,
      'append',
      'command StartSession',
      'POST /api/sessions',
      CLIENT_SPAN,
    ]);
    expect(named(`activity ${activity}`).attributes['assay.session_id']).toBe(sessionId);
  });

  it('hold what activities append', () => {
    const outcome = trace.find(
      ({ name, attributes }) => name === 'append' && String(attributes['assay.events']).includes('ToolCompleted'),
    );
    expect(ancestry(outcome!).slice(0, 2)).toEqual(['append', 'activity runPass']);
  });

  it('are whole: every span but the first has its parent among them, and none failed', () => {
    const ids = new Set(trace.map(({ spanId }) => spanId));
    expect(
      trace
        .filter(({ parentSpanId }) => parentSpanId !== CLIENT_SPAN && !ids.has(parentSpanId!))
        .map(({ name }) => name),
    ).toEqual([]);
    expect(trace.filter(({ failed }) => failed).map(({ name }) => name)).toEqual([]);
  });

  it('of other requests are their own', () =>
    expect(
      receiver.spans.some(
        ({ traceId, name }) => traceId !== CLIENT_TRACE && name === 'GET /api/sessions/:sessionId/events',
      ),
    ).toBe(true));
});
