declare const $: (selector: string) => { html(markup: string): void };

export function greet(name: string): void {
  document.write('<h1>Hello ' + name + '</h1>');
  document.body.innerHTML = `<p>${name}</p>`;
  $('#name').html(name);
}

export function shareWithParent(order: object): void {
  document.domain = 'example.com';
  window.parent.postMessage(order, '*');
}

export const sessionKey = (): string => Math.random().toString(36);

export const endpoint = 'http://billing.internal-company.com/v1';
