// Sessions whose workers, targets and readers do not behave. Suites share a spec file, since each file loads the 600
// modules of sessions again.
import './given-up-workers.suite';
import './held-commits.suite';
import './lowered-findings.suite';
import './polling.suite';
import './remote-targets.suite';
import './store-calls.suite';
