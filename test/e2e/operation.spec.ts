// How the service itself behaves when it is watched, breaks, stops or is asked for too much, and what it says of
// itself. Part of `npm run test:long`. Suites share a spec file, since each file loads the 700 modules of the service.
import './connections.suite';
import './directory-roots.suite';
import './documentation.suite';
import './draining.suite';
import './faults.suite';
import './first-build.suite';
import './metrics.suite';
import './rate-limits.suite';
import './stream-limits.suite';
import './uploads.suite';
