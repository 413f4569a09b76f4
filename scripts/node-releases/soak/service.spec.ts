import { addressOf } from './service';

const LISTENS = 'Assay listens on http://127.0.0.1:46565  (documentation: http://127.0.0.1:46565/docs)\n';

describe('what a service prints at its first start', () => {
  it('says where it is and what its key is', () => {
    const output = `${LISTENS}
This is a new store. Organization org_1 (business) was created, with a Full Access key, shown this once:

  asy_dUe1FYb1

  curl -H "Authorization: Bearer asy_dUe1FYb1" http://127.0.0.1:46565/api/billing/status
`;
    expect(addressOf(output)).toEqual({ url: 'http://127.0.0.1:46565', key: 'asy_dUe1FYb1' });
  });

  it('says nothing before the key is there in full', () => {
    expect(addressOf('')).toBeUndefined();
    expect(addressOf(LISTENS)).toBeUndefined();
    expect(addressOf(`${LISTENS}\n  asy_dUe`)).toBeUndefined();
  });
});
