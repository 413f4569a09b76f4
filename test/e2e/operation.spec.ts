// How the service itself behaves when it is watched, breaks or stops. Suites share a spec file, since each file loads
// the 700 modules of the service anew.
import './draining.suite';
import './faults.suite';
import './first-build.suite';
import './metrics.suite';
