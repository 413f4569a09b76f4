const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { ApolloServer } = require('@apollo/server');
const dot = require('dot');
const Hapi = require('@hapi/hapi');
const knex = require('knex');
const { Server } = require('socket.io');

const server = Hapi.server({ port: 3000 });
const db = knex({ client: 'pg' });
const themes = { dark: require('./themes/dark'), light: require('./themes/light') };

server.route({
  method: 'GET',
  path: '/theme/{name}',
  handler: (request, h) => {
    const theme = Object.hasOwn(themes, request.params.name) ? themes[request.params.name] : themes.light;
    fs.mkdirSync(path.join('folders', path.basename(request.query.folder)));
    setTimeout(() => announce(request.query.word), 10);
    dot.template('<p>{{=it.page}}</p>')({ page: request.payload.page });
    db.raw('SELECT * FROM themes WHERE name = ?', [request.query.name]);
    return h.redirect(`/themes/${encodeURIComponent(request.query.next)}`);
  },
});

new Server(3001).on('connection', (socket) => {
  socket.on('read', (name) => fs.readFileSync(`notes/${path.basename(name)}`));
});

const api = new ApolloServer({ typeDefs: '' });
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'shop-'));
fs.writeFileSync(path.join(folder, 'shop.pid'), String(process.pid));
