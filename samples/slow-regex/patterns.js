'use strict';

// Quick to judge: proven to be exponential within a fraction of a second.
const dotted = /^(([a-z])+.)+[A-Z]([a-z])+$/;

// Each of these takes seconds to judge: nested counted repetitions multiply the states.
const nested = /^((a{1,40}b?){1,40}c{0,30}){1,20}$/;
const addresses = /^(?:(?:\w+\.){1,20}\w{2,30}@){1,15}(?:[a-z]+\d?){1,20}$/;
const blocks = /^((x{1,50}y?){1,50}z{0,40}){1,30}$/;

// Together they take some twenty seconds, so that even a quick machine needs longer than the demo allows. A busy one
// still has the time that its other tool needs.
const paths = [
  /^(?:(?:\w+:){1,30}\w{2,30}\/){1,30}(?:[a-z]+\d?){1,40}$/,
  /^(?:(?:\w+;){1,30}\w{2,30}\/){1,30}(?:[a-z]+\d?){1,40}$/,
  /^(?:(?:\w+,){1,30}\w{2,30}\/){1,30}(?:[a-z]+\d?){1,40}$/,
  /^(?:(?:\w+:){1,30}\w{2,30}@){1,30}(?:[a-z]+\d?){1,40}$/,
  /^(?:(?:\w+;){1,30}\w{2,30}@){1,30}(?:[a-z]+\d?){1,40}$/,
  /^(?:(?:\w+,){1,30}\w{2,30}@){1,30}(?:[a-z]+\d?){1,40}$/,
];

module.exports = { dotted, nested, addresses, blocks, paths };
