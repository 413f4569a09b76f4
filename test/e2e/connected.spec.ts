// The triggers of automatic scans, and the receivers of notifications. Part of `npm run test:long`. Suites share a spec
// file, since each file loads the 700 modules of the service.
import './automations.suite';
import './deliveries.suite';
import './integrations.suite';
import './notifications.suite';
import './schedules.suite';
import './webhooks.suite';
