import type { ToolDefinition } from '../src/catalogue/tool';
import type { EngineProfile } from '../src/engines/engine-profile';
import { describeHostileFiles } from './hostile-files';
import { runOn } from './run-on';
import { connectionsMadeBy } from './unconfined-engine';

const flawed = `openapi: 3.0.3
info: { title: a, version: "1" }
servers: [{ url: https://api.example.org }]
paths:
  /a/:
    get:
      operationId: a
      security: []
      responses:
        "200": { description: ok }
`;

/**
 * The behaviour of both engines for API descriptions on a hostile target. `trailingSlash` is the engine's rule that the
 * flawed description breaks.
 */
export function describeHostileDescriptions(
  profile: EngineProfile,
  tools: readonly ToolDefinition[],
  trailingSlash: string,
): void {
  describeHostileFiles(profile, {
    tools,
    extension: '.yaml',
    flawed,
    malformed: 'openapi: 3.0.3\npaths: [\n',
    longLine: `openapi: 3.0.3\ninfo: { title: ${'x'.repeat(2_000_000)} }`,
    deep: `openapi: 3.0.3\npaths: ${'{a: '.repeat(3_000)}`,
  });

  describe(`${profile.name} on a hostile target`, () => {
    const outside = (reference: string) =>
      flawed.replace('"200": { description: ok }', `"200": { $ref: "${reference}" }`);

    it('calls no address that a reference names', async () => {
      const { connections, said } = await connectionsMadeBy(profile, tools, 'api.yaml', (port) =>
        outside(`http://127.0.0.1:${port}/response.yaml`),
      );
      expect(said).toContain('completed');
      expect(said).toContain('finding');
      expect(connections).toBe(0);
    });

    it('reads no other file that a reference names, and judges the rest', async () => {
      const run = await runOn(profile, tools, {
        'api.yaml': outside('/etc/hostname'),
        'near/api.yaml': outside('./response.yaml'),
        'near/response.yaml': '{description: 3}',
      });
      expect(run.found).toEqual([`api.yaml:5 ${trailingSlash}`, `near/api.yaml:5 ${trailingSlash}`]);
      expect(JSON.stringify(run.tool(tools[0]!.id))).not.toContain('/etc/hostname');
    });

    it('does not expand nested aliases', async () => {
      const bomb = [
        'x-a: &a [x,x,x,x,x,x,x,x,x]',
        ...'bcdefghijkl'
          .split('')
          .map((name, level) => `x-${name}: &${name} [${`*${'abcdefghijk'[level]},`.repeat(9)}]`),
      ].join('\n');
      const run = await runOn(profile, tools, { 'a.yaml': `${flawed}${bomb}\n`, 'b.yaml': flawed });
      expect(run.unreadable).toEqual(['a.yaml']);
      expect(run.found).toContain(`b.yaml:5 ${trailingSlash}`);
    });

    it('reads no configuration of the target', async () => {
      const run = await runOn(profile, tools, (canary) => {
        const code = `require('node:fs').writeFileSync(${JSON.stringify(canary)}, ''); module.exports = {};`;
        return {
          'api.yaml': flawed,
          '.spectral.js': code,
          '.spectral.yaml': 'rules: {}\n',
          'redocly.yaml': 'plugins: [./plugin.js]\nrules: {}\n',
          'plugin.js': code,
          '.redocly.lint-ignore.yaml': `api.yaml:\n  ${trailingSlash}: ["#/paths/~1a~1"]\n`,
        };
      });
      expect(run.canaryDied).toBe(false);
      expect(run.found).toEqual([`api.yaml:5 ${trailingSlash}`]);
    });
  });
}
