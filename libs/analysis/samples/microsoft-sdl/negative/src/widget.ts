declare const $: (selector: string) => { html(): string; text(text: string): void };

export function greet(name: string): string {
  document.body.textContent = `Hello ${name}`;
  $('#name').text(name);
  return $('#name').html();
}

export function shareWithParent(order: object): void {
  window.parent.postMessage(order, 'https://shop.example.com');
}

export function soon(token: string): void {
  self.postMessage(token, '*');
}

export function forget(box: HTMLElement): void {
  box.innerHTML = '~';
}

export const sessionKey = (): string => crypto.randomUUID();

export const endpoint = 'https://billing.internal-company.com/v1';
export const development = 'http://localhost:3000';
