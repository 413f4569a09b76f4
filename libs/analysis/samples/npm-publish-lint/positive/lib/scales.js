exports.scales = [];
