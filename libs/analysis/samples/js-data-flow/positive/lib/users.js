const mysql = require('mysql');

const db = mysql.createConnection({ host: 'localhost' });

exports.findUser = (id) => {
  const statement = "SELECT * FROM users WHERE id = '" + id + "'";
  return new Promise((resolve) => db.query(statement, (error, rows) => resolve(rows)));
};
