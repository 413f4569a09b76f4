import express from 'express';

const app = express();

app.get('/orders', async (request, response) => {
  response.json(await load(request.query));
});
