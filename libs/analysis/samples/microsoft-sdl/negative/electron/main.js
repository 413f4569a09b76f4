const { BrowserWindow } = require('electron');

const window = new BrowserWindow({ webPreferences: { nodeIntegration: false, contextIsolation: true } });
const buffer = Buffer.alloc(64);
const locale = require(`./locales/${process.env.LANG}`);

module.exports = { window, buffer, locale };
