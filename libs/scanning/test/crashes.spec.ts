// Sessions of which processes die and appends are lost at random: part of `npm run test:faults`. Suites share a spec
// file, since each file loads the 600 modules of sessions again.
import './crash-points.suite';
import './queued-sessions.suite';
import './several-workers.suite';
