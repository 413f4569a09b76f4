const react = require('react');

module.exports = react.createElement('p');
