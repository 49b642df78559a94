/** @module Generates the OpenAPI document of a router, and routes that serve it. */
export type { OpenapiDocument } from './document/document.ts';
export { openapi, type OpenapiOptions } from './openapi.ts';
export { serveOpenapi, type DocumentedRouter, type ServeOpenapiOptions } from './serve.ts';
