import { bundleWorkflowCode, type WorkflowBundleOption } from '@temporalio/worker';
import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';

const WORKFLOWS = join(__dirname, '../../../../workflows');
const PREBUILT = join(WORKFLOWS, 'session.bundle.js');
const source = (name: string) => join(WORKFLOWS, `${name}${extname(__filename)}`);

let bundled: Promise<WorkflowBundleOption> | undefined;

/** The workflow's code for its sandbox: as the build made it, or made now where the sources run. */
export function workflowBundle(): Promise<WorkflowBundleOption> {
  if (existsSync(PREBUILT)) return Promise.resolve({ codePath: PREBUILT });
  bundled ??= bundleWorkflowCode({
    workflowsPath: source('session.workflow'),
    workflowInterceptorModules: [source('trace-context.interceptors')],
    logger: quiet,
  });
  return bundled;
}

const ignore = () => undefined;
/** A bundle that cannot be made is an error; that it was made is no news. */
const quiet = { log: ignore, trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore };
