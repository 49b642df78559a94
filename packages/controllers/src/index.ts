/** @module Request paths map to modules and classes; the TypeScript signature is the contract. */
export { Controller } from './controller.ts';
export { Application, prefixesOf, type ApplicationOptions } from './fetch-application.ts';
export { loadControllers, type LoadedControllers, type LoadOptions } from './load.ts';
export { Content, html, redirect, text, type ContentOptions } from './result/content.ts';
