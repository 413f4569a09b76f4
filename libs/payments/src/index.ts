export * from './payment-provider';
export { paymentProvider } from './configured-provider';
export { SANDBOX_MESSAGES, type SandboxMessage } from './sandbox/sandbox-payment';
export { type SandboxCheckout, SANDBOX_CHECKOUT_PATH, SandboxProvider } from './sandbox/sandbox-provider';
export { TEST_CARDS, testCard } from './sandbox/test-cards';
