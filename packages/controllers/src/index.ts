/** @module Request paths map to modules and classes; the TypeScript signature is the contract. */
export type { App } from './app.ts';
export { Controller } from './controller.ts';
export { Application, prefixesOf, type ApplicationOptions } from './fetch-application.ts';
export { loadControllers, type LoadedControllers, type LoadOptions } from './load.ts';
export type { PerVerb, Policies } from './policies/statics.ts';
export { AccessDenied, Forbidden } from './run/refusals.ts';
export { Redirect, Stop } from './run/stop.ts';
export { fromTable, type TableOptions } from './table/from-table.ts';
export type { ControllersTable } from './table/table.ts';
export { Content, html, redirect, text, type ContentOptions } from './result/content.ts';
