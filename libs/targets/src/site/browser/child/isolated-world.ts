import type { CDPSession, Protocol } from 'puppeteer-core';

/** A JavaScript world that is separate from the page's own but has the same document. */
export interface World {
  load(source: string): Promise<void>;
  /** Calls a function, given as source text, with a string or null. Its answer must be JSON. */
  call<Answer>(source: string, argument: string | null): Promise<Answer>;
  /** The id of the frame whose element the function returns; undefined if it returns none. */
  frameIn(source: string, argument: string): Promise<string | undefined>;
}

export async function enterFrame(session: CDPSession, frameId: string): Promise<World> {
  const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId, worldName: 'assay' });
  const call = async (
    functionDeclaration: string,
    argument: string | null,
    returnByValue: boolean,
  ): Promise<Protocol.Runtime.RemoteObject> => {
    const { result, exceptionDetails } = await session.send('Runtime.callFunctionOn', {
      functionDeclaration,
      executionContextId,
      arguments: [{ value: argument }],
      awaitPromise: true,
      returnByValue,
    });
    if (exceptionDetails) throw new Error(describe(exceptionDetails));
    return result;
  };
  return {
    async load(source) {
      const { exceptionDetails } = await session.send('Runtime.evaluate', {
        expression: source,
        contextId: executionContextId,
      });
      if (exceptionDetails) throw new Error(describe(exceptionDetails));
    },
    async call<Answer>(source: string, argument: string | null) {
      return (await call(source, argument, true)).value as Answer;
    },
    async frameIn(source, argument) {
      const { objectId } = await call(source, argument, false);
      if (objectId === undefined) return undefined;
      const { node } = await session.send('DOM.describeNode', { objectId });
      return node.frameId;
    },
  };
}

const describe = ({ exception, text }: Protocol.Runtime.ExceptionDetails): string =>
  (exception?.description ?? text).split('\n')[0]!;
