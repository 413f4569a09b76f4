import { storeCalls } from './store-calls';

// Embedded, a call of the port is a call of the store.
storeCalls('the embedded store', async () => undefined);
