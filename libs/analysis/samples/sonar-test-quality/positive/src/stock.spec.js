import { assert, expect } from 'chai';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { Stock } from './stock.js';

expect(new Stock().items).to.have.length(0);

describe('the stock', () => {
  it('is empty at first', () => {
    expect(new Stock().items).to.have.length(0);
  });

  let stock;
  beforeEach(() => {
    stock = new Stock();
  });

  it('counts', () => {
    assert.equal(2, stock.count('book'));
  });

  it('compares', () => {
    assert.equal(stock.items, stock.items);
  });

  it('refuses', () => {
    expect(() => stock.take('pen')).to.not.throw(RangeError, 'none left');
  });

  it('refuses a second time', () => {
    expect(() => stock.take('pen')).to.throw();
  });

  it('loads', (done) => {
    stock.load('stock.json');
    done();
    expect(stock.items).to.have.length(3);
  });

  it('loads slowly', function () {
    this.timeout(3_000_000_000);
    return stock.load('large.json');
  });

  it('fails now and then', function () {
    this.retries(3);
    expect(stock.order('pen')).to.equal('ordered');
  });

  afterEach(() => stock.close());
});

describe('an asynchronous suite', async () => {
  const stock = await Stock.open();

  it('is found too late', () => {
    expect(stock.items).to.have.length(3);
  });
});
