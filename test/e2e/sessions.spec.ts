// How sessions start, run and end, for half a minute of processor time. Part of `npm run test:long`.
import './sessions.suite';
