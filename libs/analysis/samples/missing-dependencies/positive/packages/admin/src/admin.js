const dayjs = require('dayjs');
const chalk = require('@scope/chalk');

module.exports = { dayjs, chalk };
