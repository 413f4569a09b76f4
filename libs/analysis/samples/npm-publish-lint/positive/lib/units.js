exports.gram = 1;
