import { unusedSettings } from './unused-settings';

const NAMES = ['PORT', 'ASSAY_READ_MODEL_URL', 'ASSAY_EVENT_STORE_URL'];

describe('settings in the environment of the demo', () => {
  it('are named, because its own service does not use them', () =>
    expect(
      unusedSettings(NAMES, { ASSAY_READ_MODEL_URL: 'mongodb://host/assay', ASSAY_EVENT_STORE_URL: 'esdb://host' }),
    ).toMatch(/does not use ASSAY_EVENT_STORE_URL, ASSAY_READ_MODEL_URL\. .* ASSAY_DEMO_URL=/));

  it('are not mentioned if there are none, or only what is no setting of a service', () => {
    expect(unusedSettings(NAMES, { PORT: '1', ASSAY_DEMO_SAMPLES: '/samples' })).toBeUndefined();
    expect(unusedSettings(NAMES, { ASSAY_EVENT_STORE_URL: '' })).toBeUndefined();
  });
});
