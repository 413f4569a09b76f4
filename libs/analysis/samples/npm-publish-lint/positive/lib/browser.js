exports.weigh = () => 0;
