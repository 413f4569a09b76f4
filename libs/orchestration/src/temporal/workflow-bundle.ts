import { bundleWorkflowCode, type WorkflowBundleOption } from '@temporalio/worker';
import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';

const WORKFLOWS = join(__dirname, '../../../../workflows');
const PREBUILT = join(WORKFLOWS, 'session.bundle.js');
const source = (name: string) => join(WORKFLOWS, `${name}${extname(__filename)}`);

let bundled: Promise<WorkflowBundleOption> | undefined;

/** The workflow's code for its sandbox: the bundle of the build, or a new bundle if the service runs from sources. */
export function workflowBundle(): Promise<WorkflowBundleOption> {
  if (existsSync(PREBUILT)) return Promise.resolve({ codePath: PREBUILT });
  bundled ??= bundleWorkflowCode({
    workflowsPath: source('every.workflow'),
    workflowInterceptorModules: [source('trace-context.interceptors')],
    logger: quiet,
  });
  return bundled;
}

const ignore = () => undefined;
/** Logs errors of making the bundle, and no success. */
const quiet = { log: ignore, trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore };
