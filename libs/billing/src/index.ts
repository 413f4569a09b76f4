export * from './credit-accounts';
