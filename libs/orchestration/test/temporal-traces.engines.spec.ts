import { context, trace } from '@opentelemetry/api';
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { connectTemporalOrchestrator, startTemporalWorker } from '../src/temporal';
import { noAlarm } from './scripted-alarm';
import { input, scripted } from './scripted-worker';
import { type TemporalService, temporalService } from './temporal-service';

describe('a trace', () => {
  let service: TemporalService;
  const exporter = new InMemorySpanExporter();
  const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  beforeAll(async () => {
    provider.register();
    service = await temporalService();
  });
  afterAll(async () => {
    await service.close();
    await provider.shutdown();
    trace.disable();
    context.disable();
  });

  it('goes on from whoever starts a session into each of its activities', async () => {
    const { worker, ended } = scripted();
    const running = await startTemporalWorker({
      ...service.server,
      worker,
      alarm: noAlarm,
      maxSessions: 1,
      traces: true,
    });
    const orchestrator = await connectTemporalOrchestrator({ ...service.server, traces: true });
    const request = trace.getTracer('test').startSpan('request');
    await context.with(trace.setSpan(context.active(), request), () =>
      orchestrator.start(input(service.session('traced'))),
    );
    request.end();
    await ended;
    await running.close();
    await orchestrator.close();
    const ofRequest = exporter
      .getFinishedSpans()
      .filter((span) => span.spanContext().traceId === request.spanContext().traceId)
      .map(({ name }) => name);
    expect(ofRequest).toEqual(
      expect.arrayContaining([
        'request',
        'StartWorkflow:session',
        'RunActivity:prepare',
        'RunActivity:charge',
        'RunActivity:runPass',
        'RunActivity:settle',
        'RunActivity:clean',
      ]),
    );
  });
});
