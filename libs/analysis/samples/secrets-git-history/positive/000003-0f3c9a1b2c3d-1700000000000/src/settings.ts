export const settings = {
  database: 'postgres://shop:not-a-real-password@db.example.net:5432/shop',
  cache: 'mongodb://shop:not-a-real-password@cache.example.net:27017/cache',
  mirror: 'https://builder:n0t-re4l@packages.example.net/simple',
  // secretlint-disable-next-line
  github: 'ghp_FAKEFAKEFAKEFAKEFAKEFAKEFAKEFAKEFAKE',
};
