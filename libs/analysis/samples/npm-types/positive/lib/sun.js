exports.rise = () => 6;
