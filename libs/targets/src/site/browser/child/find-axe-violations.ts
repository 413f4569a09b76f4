import { readFileSync } from 'node:fs';
import type { CDPSession } from 'puppeteer-core';
import type { PageRecord } from '@assay/target-records';
import { BOUNDS } from '../browser-job';
import { type World, enterFrame } from './isolated-world';

type Axe = Extract<PageRecord['axe'], { readonly observed: unknown }>['observed'];

/** Frames of the page's own origin that are looked into; a page may nest any number. */
const MAX_FRAMES = 30;
const MAX_FRAME_RESULT = 4 * 1024 * 1024;

/**
 * All rules that axe has switched on, best practices included, and the one of WCAG 2.2 that it leaves to the caller.
 * Not those of level AAA, nor deprecated or experimental ones.
 */
const OPTIONS = JSON.stringify({ resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } });

const LOOK = `async (context) => {
  const scope = context === null ? document : JSON.parse(context);
  const frames = axe.utils.getFrameContexts(scope, ${OPTIONS});
  const result = JSON.stringify(await axe.runPartial(scope, ${OPTIONS}));
  return { result: result.length > ${MAX_FRAME_RESULT} && context !== null ? null : result, frames: frames.slice(0, ${MAX_FRAMES}).map(({ frameSelector, frameContext }) => ({ selector: JSON.stringify(frameSelector), context: JSON.stringify(frameContext) })) };
}`;

const CONCLUDE = `async (results) => {
  const { violations } = await axe.finishRun(JSON.parse(results), ${OPTIONS});
  return {
    version: axe.version,
    violations: violations.slice(0, ${BOUNDS.violations}).map(({ id, impact, help, nodes }) => ({
      rule: id, impact: impact ?? 'minor', help,
      elements: nodes.slice(0, ${BOUNDS.elements}).map(({ html, target }) => ({ html: html.slice(0, ${BOUNDS.markup}), selector: target.flat(3).join(' ').slice(0, ${BOUNDS.text}) })),
      more: Math.max(0, nodes.length - ${BOUNDS.elements}),
    })),
  };
}`;

const SELECT = '(selector) => axe.utils.shadowSelect(JSON.parse(selector))';

interface Partial {
  readonly result: string | null;
  readonly frames: readonly { readonly selector: string; readonly context: string }[];
}

/**
 * Runs axe in a world of its own beside the page's: it sees the same elements, and nothing that the page's scripts
 * changed in their world (prototypes, globals, its policy for scripts) can keep it from seeing them. Frames are asked
 * one by one, without a message that the page could answer.
 */
export async function findAxeViolations(session: CDPSession): Promise<Axe> {
  const source = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
  const { frameTree } = await session.send('Page.getFrameTree');
  const enter = async (frameId: string): Promise<World> => {
    const world = await enterFrame(session, frameId);
    await world.load(source);
    return world;
  };
  let frames = 0;
  /** As axe expects them: a frame's result, then those of the frames in it; null where none can be had. */
  const partials = async (world: World, context: string | null): Promise<string[]> => {
    const partial = await world.call<Partial>(LOOK, context);
    const results = [partial.result ?? 'null'];
    for (const inner of partial.frames) {
      const frameId = (frames += 1) > MAX_FRAMES ? undefined : await world.frameIn(SELECT, inner.selector);
      results.push(
        ...(frameId === undefined
          ? ['null']
          : await enter(frameId).then(
              (entered) => partials(entered, inner.context),
              () => ['null'],
            )),
      ); // another origin's, in another process
    }
    return results;
  };
  const top = await enter(frameTree.frame.id);
  const results = await partials(top, null);
  return top.call<Axe>(CONCLUDE, `[${results.join(',')}]`);
}
