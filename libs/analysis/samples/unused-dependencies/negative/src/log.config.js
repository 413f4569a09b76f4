module.exports = { transport: { target: 'pino-pretty' } };
