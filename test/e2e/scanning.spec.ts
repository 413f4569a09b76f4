// How scans start, run and end. Part of `npm run test:long`. Suites share a spec file, since each file loads the 700
// modules of the service.
import './scans.suite';
import './session-events.suite';
