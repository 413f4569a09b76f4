/** One run of Lighthouse serves all of its tools. */
export const ON_LIGHTHOUSE = { engine: 'lighthouse', targets: ['url'], reads: 'records', files: ['lighthouse/*.json'] } as const;
