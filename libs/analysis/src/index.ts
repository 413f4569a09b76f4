export * from './catalogue/tool';
export * from './engines/engine';
export * from './engines/engine-profile';
