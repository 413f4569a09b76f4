// For code that must not reach the network, and so may not import node:net: the boundary check enforces it.
export { isIP } from 'node:net';
