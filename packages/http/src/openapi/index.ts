/** @module The OpenAPI document of a router's routes, and routes that serve it. */
export type { OpenapiDocument } from './document/document.ts';
export { openapi, type OpenapiOptions } from './openapi.ts';
export { serveOpenapi, type DocumentedRouter, type ServeOpenapiOptions } from './serve.ts';
