// usage: node door.mjs <port> <port behind it> <program> [argument]...
// Starts a program that listens on 127.0.0.1 alone, and lets others in: what comes to the port on any address goes to
// the port behind it. `GET /health/live` is answered here, once the program takes connections.
import { spawn } from 'node:child_process';
import { connect, createServer } from 'node:net';

const [port, behind, program, ...args] = process.argv.slice(2);
const child = spawn(program, args, { stdio: 'inherit' });
child.on('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill(signal));

const reach = () => connect({ port: Number(behind), host: '127.0.0.1' });

function answerHealth(client) {
  const probe = reach();
  const answer = (status) => {
    client.end(`HTTP/1.1 ${status}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
    probe.destroy();
  };
  probe.on('connect', () => answer('204 No Content'));
  probe.on('error', () => answer('503 Service Unavailable'));
}

createServer((client) => {
  client.on('error', () => client.destroy());
  client.once('data', (first) => {
    if (first.toString('latin1').startsWith('GET /health/live')) return answerHealth(client);
    client.pause();
    const server = reach();
    server.on('error', () => client.destroy());
    server.on('close', () => client.destroy());
    client.on('close', () => server.destroy());
    server.write(first);
    client.pipe(server).pipe(client);
  });
}).listen(Number(port), '0.0.0.0');
