// Another server on the same file: holds the writer's lock until it is killed or its parent is gone.
const [driver, file] = process.argv.slice(2);
const Database = require(driver);
const lock = new Database(file);
lock.exec('BEGIN EXCLUSIVE');
process.on('disconnect', () => process.exit());
process.send('locked');
