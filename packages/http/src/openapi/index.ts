/** @module Generates the OpenAPI document of a router, adds routes that serve it, and generates a typed client. */
export { writeClient, type WriteClientOptions } from './client/write-client.ts';
export { MalformedOpenapi } from './compare/check-document.ts';
export { compareOpenapi, type OpenapiChange } from './compare/compare-documents.ts';
export type { OpenapiDocument } from './document/document.ts';
export type { ErrorBody } from './error-body.ts';
export { describeFilter, type FilterMetadata } from '../policies/filter-metadata.ts';
export { openapi, type OpenapiOptions } from './openapi.ts';
export { serveOpenapi, type DocumentedRouter, type ServeOpenapiOptions } from './serve.ts';
