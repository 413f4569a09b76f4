'use strict';

const c = require('./c');

exports.b = () => c.c();
