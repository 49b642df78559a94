/** Built tables of controllers in Node, Bun and Deno. The integration tests run applications from sources in them. */
import { describeRuntimes } from '../../packages/controllers/test/runtimes/describe-runtimes.ts';

describeRuntimes('an application from a built table', 'built');
