// What an organization keeps, and how it is asked for. Suites share a spec file, since each file loads the 700 modules
// of the service anew.
import './authentication.suite';
import './connections.suite';
import './deliveries.suite';
import './documentation.suite';
import './errors.suite';
import './foreign-ids.suite';
import './idempotency.suite';
import './integrations.suite';
import './notifications.suite';
import './projects.suite';
import './rate-limits.suite';
import './uploads.suite';
import './webhooks.suite';
