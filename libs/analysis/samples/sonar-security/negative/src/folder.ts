import { chmodSync } from 'node:fs';

chmodSync('/srv/data', 0o755);
