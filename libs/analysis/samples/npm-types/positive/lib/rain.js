exports.amount = 3;
