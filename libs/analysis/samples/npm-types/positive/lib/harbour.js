exports.depth = 12;
