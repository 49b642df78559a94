import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const entry = new URL('../index.ts', import.meta.url);

/** Sends headers of 20,000 characters to a server in a process with these flags, and returns the status. */
async function statusOf(transport: string, ...flags: readonly string[]): Promise<string> {
  const code = `
    import { get } from 'node:http';
    import { route, Router, Toolkit } from '${entry.href}';
    const toolkit = new Toolkit();
    const router = new Router(toolkit).add(route({ method: 'GET', path: '/', handler: () => 'hello' }));
    const server = toolkit.createServer(router, { transport: '${transport}' });
    const { port } = await server.listen(0, '127.0.0.1');
    get({ port, host: '127.0.0.1', agent: false, headers: { 'x-long': 'x'.repeat(20_000) } }, ({ statusCode }) => {
      process.stdout.write(String(statusCode));
      process.exit();
    });`;
  const args = [...flags, '--input-type=module', '--eval', code];
  return (await promisify(execFile)(process.execPath, args, { timeout: 200_000 })).stdout;
}

it.each(['fast', 'node'])('the %s transport applies --max-http-header-size', async (transport) => {
  expect(await statusOf(transport)).toBe('431');
  expect(await statusOf(transport, '--max-http-header-size=32768')).toBe('200');
});
