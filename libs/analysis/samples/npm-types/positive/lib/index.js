exports.high = (hour) => hour % 12 < 6;
