/** @module Request paths map to modules and classes; the TypeScript signature is the contract. */
export { Controller } from './controller.ts';
export { loadControllers, type LoadedControllers, type LoadOptions } from './load.ts';
