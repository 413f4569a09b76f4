/** Resolves at the first SIGINT or SIGTERM. The second one ends the process at once, as an impatient person expects. */
export function untilStopped(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => {
        process.once(signal, () => process.exit(130));
        resolve(signal);
      });
  });
}
