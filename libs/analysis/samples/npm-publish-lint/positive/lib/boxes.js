const sizes = [1, 2];

Object.defineProperty(exports, '__esModule', { value: true });
exports.default = sizes.slice();
