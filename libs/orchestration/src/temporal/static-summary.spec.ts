import fc from 'fast-check';
import { anyText } from '../../../../test/support/any-text';
import { staticSummary } from './static-summary';

const summary = { organizationId: 'org_1', projectId: 'prj_1', target: '/srv/code', tools: 12 };

describe("a session's summary for the Temporal UI", () => {
  it('names target, project and number of tools', () =>
    expect(staticSummary(summary)).toBe('`/srv/code`, project `prj_1`, 12 tools'));

  it('names no project if the session has none', () =>
    expect(staticSummary({ ...summary, projectId: null, tools: 1 })).toBe('`/srv/code`, 1 tool'));

  it('keeps the end of a long path, because the end identifies the target best', () =>
    expect(staticSummary({ ...summary, target: `/${'deep/'.repeat(100)}code` })).toMatch(/^`….*deep\/code`, project/));

  it('is one line of at most 400 bytes, the limit of the server, with the target inside its quotes', () =>
    fc.assert(
      fc.property(anyText({ maxLength: 600 }), fc.string({ unit: 'grapheme', maxLength: 100 }), (target, projectId) => {
        const line = staticSummary({ ...summary, target, projectId });
        expect(Buffer.byteLength(JSON.stringify(line))).toBeLessThan(400);
        expect(line).not.toMatch(/[\r\n]/);
        expect(line.match(/`/g)).toHaveLength(4);
      }),
    ));
});
