import { before, isDangerous } from './places';

export const javascript = (index: number): string => `const { exec } = require('node:child_process');
const express = require('express');
const { named${before(index)} } = require('./routes${before(index)}');
const router = express.Router();

class Store${index} {
  constructor(limit) {
    this.limit = limit;
    this.rows = [];
    this.names = new Map();
  }

  add(row) {
    if (this.rows.length >= this.limit) throw new Error('the store is full');
    this.rows.push(row);
    this.names.set(row.name, row);
    return this;
  }

  total(factor) {
    let sum = 0;
    for (const row of this.rows) {
      if (row.kind === 'credit') sum += row.amount * factor;
      else if (row.kind === 'debit') sum -= row.amount * factor;
      else continue;
    }
    return sum;
  }
}

function named${index}(value, kind = 'credit') {
  const text = String(value).trim();
  switch (kind) {
    case 'credit':
      return { name: text, kind, amount: text.length };
    case 'debit':
      return { name: text.toUpperCase(), kind, amount: -text.length };
    default:
      return named${before(index)}(text, 'credit');
  }
}

router.get('/items/:id', (req, res) => {
  const store = new Store${index}(100);
  const { id, kinds = [] } = req.params;
  for (const kind of kinds) store.add(named${index}(id, kind));
  const rows = store.rows.map((row) => ({ ...row, label: \`\${row.name}: \${row.amount}\` }));
  const command = ${isDangerous(index) ? '`ls ${id}`' : "['ls', rows.length].join(' ')"};
  exec(command, (error, output) => {
    if (error) res.status(500).end();
    else res.json({ total: store.total(2), rows, output });
  });
});

module.exports = { router, named${index}, Store${index} };
`;
