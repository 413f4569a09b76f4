import { readFileSync } from 'node:fs';
import type { CDPSession } from 'puppeteer-core';
import type { PageRecord } from '@assay/target-records';
import { BOUNDS } from '../browser-job';
import { type World, enterFrame } from './isolated-world';

type Axe = Extract<PageRecord['axe'], { readonly observed: unknown }>['observed'];

/** Frames of the page's own origin that are checked. A page may nest any number. */
const MAX_FRAMES = 30;
const MAX_FRAME_RESULT = 4 * 1024 * 1024;

/**
 * Runs all rules that axe enables by default, including best practices, and the one rule of WCAG 2.2 that axe leaves to
 * the caller. Rules of level AAA and deprecated or experimental ones stay off.
 */
const OPTIONS = JSON.stringify({ resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } });

const RUN_IN_FRAME = `async (context) => {
  const scope = context === null ? document : JSON.parse(context);
  const frames = axe.utils.getFrameContexts(scope, ${OPTIONS});
  const result = JSON.stringify(await axe.runPartial(scope, ${OPTIONS}));
  return {
    result: result.length > ${MAX_FRAME_RESULT} && context !== null ? null : result,
    frames: frames.slice(0, ${MAX_FRAMES}).map(({ frameSelector, frameContext }) => ({
      selector: JSON.stringify(frameSelector),
      context: JSON.stringify(frameContext),
    })),
  };
}`;

const FINISH_RUN = `async (results) => {
  const { violations } = await axe.finishRun(JSON.parse(results), ${OPTIONS});
  return {
    version: axe.version,
    violations: violations.slice(0, ${BOUNDS.violations}).map(({ id, impact, help, nodes }) => ({
      rule: id, impact: impact ?? 'minor', help,
      elements: nodes.slice(0, ${BOUNDS.elements}).map(({ html, target }) => ({
        html: html.slice(0, ${BOUNDS.markup}),
        selector: target.flat(3).join(' ').slice(0, ${BOUNDS.text}),
      })),
      more: Math.max(0, nodes.length - ${BOUNDS.elements}),
    })),
  };
}`;

const SELECT_FRAME = '(selector) => axe.utils.shadowSelect(JSON.parse(selector))';

interface Partial {
  readonly result: string | null;
  readonly frames: readonly { readonly selector: string; readonly context: string }[];
}

/**
 * Runs axe in an isolated world beside the page's own. It sees the same elements, and is not affected by what the
 * page's scripts changed in their world (prototypes, globals, the policy for scripts). Frames are checked one by one,
 * without messages that the page could answer.
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
  /** The results in the order that axe expects: a frame, then the frames inside it. A missing result is null. */
  const partials = async (world: World, context: string | null): Promise<string[]> => {
    const partial = await world.call<Partial>(RUN_IN_FRAME, context);
    const results = [partial.result ?? 'null'];
    for (const inner of partial.frames) {
      const frameId = (frames += 1) > MAX_FRAMES ? undefined : await world.frameIn(SELECT_FRAME, inner.selector);
      results.push(
        ...(frameId === undefined
          ? ['null']
          : await enter(frameId).then(
              (entered) => partials(entered, inner.context),
              () => ['null'],
            )),
      ); // a frame of another origin runs in another process
    }
    return results;
  };
  const top = await enter(frameTree.frame.id);
  const results = await partials(top, null);
  return top.call<Axe>(FINISH_RUN, `[${results.join(',')}]`);
}
