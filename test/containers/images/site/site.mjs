import { createServer } from 'node:http';

const PAGE = `<!doctype html>
<html lang="en"><head><title>Shop</title></head><body><main><h1>Shop</h1></main>
<script>document.querySelector('main').append(Object.assign(new Image(40, 40), { src: '/picture.svg' }))</script>
</body></html>`;
const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40"/></svg>';

createServer((request, response) => {
  const picture = request.url === '/picture.svg';
  response.writeHead(200, { 'content-type': picture ? 'image/svg+xml' : 'text/html; charset=utf-8' });
  response.end(picture ? PICTURE : PAGE);
}).listen(8000, '0.0.0.0');
