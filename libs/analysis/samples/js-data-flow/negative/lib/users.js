const mysql = require('mysql');

const db = mysql.createConnection({ host: 'localhost' });

exports.findUser = (id) =>
  new Promise((resolve) => db.query('SELECT * FROM users WHERE id = ?', [id], (error, rows) => resolve(rows)));
