module.exports = (day) => day % 29;
