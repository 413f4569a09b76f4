const { BrowserWindow } = require('electron');

const window = new BrowserWindow({ webPreferences: { nodeIntegration: true } });
const buffer = Buffer.allocUnsafe(64);
const locale = require(`./locales/${process.env.LANG}`);

module.exports = { window, buffer, locale };
