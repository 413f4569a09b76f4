import { publicHealth } from './public-health';

describe('the health that anybody may read', () => {
  it('says of each part whether it is up, and nothing of positions or projections', () => {
    const position = { name: 'scans', version: 1, position: 4711, lag: 12, state: 'live' as const };
    const health = publicHealth({
      status: 'unavailable',
      checks: {
        eventStore: { status: 'down', reason: 'the event store cannot answer; the log says why' },
        readModels: { status: 'up' },
        projections: { status: 'down', reason: 'scans stands still, 12 behind' },
        reactors: { status: 'degraded', reason: 'queue-sessions set aside 3 events' },
      },
      ...{ projections: [position] },
    });
    expect(health).toEqual({
      status: 'unavailable',
      checks: {
        eventStore: { status: 'down', reason: 'the event store cannot answer; the log says why' },
        readModels: { status: 'up' },
        projections: { status: 'down', reason: expect.stringMatching(/^\D+$/) },
        reactors: { status: 'degraded', reason: expect.stringMatching(/^\D+$/) },
      },
    });
  });
});
