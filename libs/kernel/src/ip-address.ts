// For code that must not use the network and so may not import node:net. The boundary check enforces that.
export { isIP } from 'node:net';
