// `node -r`: says on standard error how many modules a process had loaded when it ended.
process.on('exit', () => process.stderr.write(`${Object.keys(require.cache).length} modules\n`));
