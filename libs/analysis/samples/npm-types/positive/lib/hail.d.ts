declare const size: () => number;
export default size;
