export function load(id, callback) {
  fetch(`/orders/${id}`).then((response) => {
    response.json();
  });

  fetch('/count').then((response) => callback(null, response));

  fetch('/open').then((response) => response.json().then((body) => body.id)).catch(log);

  fetch('/close').then((response) => {
    return Promise.resolve(response.ok);
  }).catch(log);

  const ready = new Promise((ok, fail) => {
    if (id) ok(id);
    else fail(new Error('no id'));
  });
  const twice = new Promise((resolve, reject) => {
    if (!id) reject(new Error('no id'));
    resolve(id);
  });
  return new Promise.all([ready, twice]);
}

export function read(path) {
  fs.readFile(path, (error, data) => {
    if (error) throw error;
    fetch('/upload', data).then(log, log);
  });
}

export async function all(ids) {
  await Promise.all([load(ids[0])]);
  const count = await 3;
  return Promise.all([await load(1), load(2)]).then().finally(count, log);
}

export const lazy = {
  then() {
    return load(1);
  },
};
