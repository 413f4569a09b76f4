// Another server on the same file: holds the writer's lock until it is killed or its parent is gone.
const Database = require('better-sqlite3');
const lock = new Database(process.argv[2]);
lock.exec('BEGIN EXCLUSIVE');
process.on('disconnect', () => process.exit());
process.send('locked');
