import { assert, expect } from 'chai';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { Stock } from './stock.js';

describe('the stock', () => {
  let stock;

  beforeEach(async () => {
    stock = await Stock.open();
  });

  afterEach(() => stock.close());

  it('counts', () => {
    assert.equal(stock.count('book'), 2);
  });

  it('refuses what there is none of', () => {
    expect(() => stock.take('pen')).to.throw(RangeError, 'none left');
  });

  it('loads slowly', async function () {
    this.timeout(20_000);
    await stock.load('large.json');
    expect(stock.items).to.have.length(3);
  });
});
