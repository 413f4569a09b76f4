export const settings = {
  database: process.env['DATABASE_URL'],
  documentation: 'postgres://host:5432/name',
  mirror: 'https://packages.example.net/simple',
  template: `postgres://${user}:${password}@${host}/shop`,
  github: process.env['GITHUB_TOKEN'],
  prefix: 'ghp_',
  integrity: 'sha512-ZmFrZWZha2VmYWtlZmFrZWZha2VmYWtlZmFrZWZha2VmYWtlZmFrZWZha2VmYWtlZmFrZWZha2VmYWtlZmFrZQ==',
};
