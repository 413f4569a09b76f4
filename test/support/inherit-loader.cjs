// Jest compiles the sources itself. Processes and threads that the code under test starts are told here how to: they
// inherit this process's loaders (libs/kernel/src/inherited-loaders.ts).
process.execArgv.push('-r', require.resolve('./compile-typescript.cjs'));
