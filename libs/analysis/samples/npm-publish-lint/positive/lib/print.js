exports.print = () => 0;
