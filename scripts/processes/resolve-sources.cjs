/** Preloaded into the processes that integration tests start, also into versions of Node without these hooks. */
const { registerHooks } = require('node:module');
const { createResolve } = require('./source-resolution.cjs');

registerHooks?.({ resolve: createResolve() });
