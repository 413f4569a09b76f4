declare const depth: () => number;
export default depth;
