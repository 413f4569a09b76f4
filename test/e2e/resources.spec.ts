// What an organization keeps, and how it is asked for. Suites share a spec file, since each file loads the 700 modules
// of the service.
import './authentication.suite';
import './errors.suite';
import './foreign-ids.suite';
import './idempotency.suite';
import './projects.suite';
