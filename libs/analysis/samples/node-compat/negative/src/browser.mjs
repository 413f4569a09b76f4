export const name = localStorage.getItem('name') ?? navigator.userAgent;
export const events = new EventSource('/events');
export const groups = Object.groupBy([1, 2, 3], (number) => (number % 2 ? 'odd' : 'even'));
