// An organization's stored objects, and requests for them. Suites share a spec file, since each file loads the 700
// modules of the service.
import './authentication.suite';
import './errors.suite';
import './foreign-ids.suite';
import './idempotency.suite';
import './projects.suite';
