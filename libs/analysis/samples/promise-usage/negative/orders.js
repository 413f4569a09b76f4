export function load(id) {
  return fetch(`/orders/${id}`).then((response) => response.json());
}

export function count() {
  fetch('/count').then((response) => {
    log(response);
    return response;
  }).catch(log);
  return new Promise((resolve, reject) => {
    if (!log) {
      reject(new Error('no log'));
      return;
    }
    resolve(1);
  });
}

export async function read(path) {
  try {
    const data = await fs.promises.readFile(path);
    return await fetch('/upload', data);
  } catch (error) {
    log(error);
    return undefined;
  }
}

export async function all(ids) {
  const [first] = await Promise.all(ids.map(load));
  await first;
  return Promise.all([load(1), load(2)]);
}

export const walk = (session) =>
  new Promise((resolve, reject) => {
    session.walk((error, found) => {
      error ? reject(error) : resolve(found);
    });
  });
