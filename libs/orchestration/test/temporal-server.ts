/** The server that the suites of the engines run against. */
export function temporalAddress(): string {
  const address = process.env['ASSAY_TEST_TEMPORAL_ADDRESS'];
  if (!address)
    throw new Error(
      'ASSAY_TEST_TEMPORAL_ADDRESS names no Temporal server (host:port): run these specs by `npm run ' +
        'test:engines`, which starts one',
    );
  return address;
}

export const NAMESPACE = 'default';
