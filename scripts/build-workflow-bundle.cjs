// Workflow code runs in a sandbox of its own, from one file. Made here once: a worker that makes it at its start takes
// seconds longer, and two workers of one release must run the same.
const { writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { bundleWorkflowCode } = require('@temporalio/worker');

const ignore = () => undefined;
const quiet = { log: ignore, trace: ignore, debug: ignore, info: ignore, warn: console.warn, error: console.error };

/** @param {string} folder the compiled workflows; the bundle goes beside them */
module.exports = async function buildWorkflowBundle(folder) {
  const { code } = await bundleWorkflowCode({
    workflowsPath: join(folder, 'every.workflow.js'),
    workflowInterceptorModules: [join(folder, 'trace-context.interceptors.js')],
    logger: quiet,
  });
  writeFileSync(join(folder, 'session.bundle.js'), code);
};
