// Preloaded into a command whose output is read by a program: it writes as for a terminal of this width.
Object.defineProperty(process.stdout, 'columns', { value: Number(process.env.COLUMNS) });
