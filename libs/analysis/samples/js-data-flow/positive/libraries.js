const fs = require('node:fs');
const { ApolloServer } = require('@apollo/server');
const dot = require('dot');
const Hapi = require('@hapi/hapi');
const knex = require('knex');
const { Server } = require('socket.io');

const server = Hapi.server({ port: 3000 });
const db = knex({ client: 'pg' });

server.route({
  method: 'GET',
  path: '/theme/{name}',
  handler: (request, h) => {
    const theme = require(`./themes/${request.params.name}`);
    fs.mkdirSync(request.query.folder);
    setTimeout('announce("' + request.query.word + '")', 10);
    dot.template(request.payload.page);
    db.raw(`SELECT * FROM themes ORDER BY ${request.query.order}`);
    return h.redirect(request.query.next);
  },
});

new Server(3001).on('connection', (socket) => {
  socket.on('read', (name) => fs.readFileSync(`notes/${name}`));
});

const api = new ApolloServer({ typeDefs: '', includeStacktraceInErrorResponses: true });
fs.writeFileSync('/tmp/shop.pid', String(process.pid));
