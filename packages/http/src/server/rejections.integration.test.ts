import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const http = JSON.stringify(new URL('../index.ts', import.meta.url).href);
const run = promisify(execFile);

interface Outcome {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
}

describe.each(['node', 'fast'] as const)('the %s transport', (transport) => {
  /** Runs a process that sends two requests to its own server. Each request causes an unhandled rejection. */
  async function served(options: string, before = ''): Promise<Outcome> {
    const script = `
    import { route, Router, Toolkit } from ${http};
    ${before}
    const router = new Router(new Toolkit(${options})).add(
      route({ method: 'GET', path: '/', handler: () => {
        void Promise.reject(new RangeError('left behind'));
        return 'ok';
      } }),
    );
    const server = router.toolkit.createServer(router, { transport: '${transport}' });
    const other = router.toolkit.createServer(router, { transport: '${transport}' });
    const { url } = await server.listen(0, '127.0.0.1');
    await other.listen(0, '127.0.0.1');
    await other.close();
    for (const _ of [1, 2]) {
      const response = await fetch(url);
      console.log(await response.text());
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await server.close();
    console.log('closed', process.listenerCount('unhandledRejection'));`;
    try {
      const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', script];
      return { ...(await run(process.execPath, args, { timeout: 200_000 })), code: 0 };
    } catch (error) {
      const { stdout, stderr, code } = error as Outcome;
      return { stdout, stderr, code };
    }
  }

  it('the server logs an unhandled rejection and answers the next request', async () => {
    const { stdout, stderr, code } = await served('');
    expect([stdout, code]).toEqual(['ok\nok\nclosed 0\n', 0]);
    const logged = stderr.match(
      /writ\.http error: unhandled promise rejection\n {2}RangeError: left behind/g,
    );
    expect(logged).toHaveLength(2);
  });

  it('an unhandled rejection ends the process if `unhandledRejections` is `throw`', async () => {
    const { stdout, stderr, code } = await served("{ unhandledRejections: 'throw' }");
    expect(stdout).not.toContain('closed');
    expect([code, stderr]).toEqual([1, expect.stringContaining('RangeError: left behind')]);
  });

  it('a listener that the program registered receives the rejection as well', async () => {
    const { stdout } = await served(
      '',
      "process.on('unhandledRejection', (error) => console.log('own', error.message));",
    );
    expect(stdout.match(/own left behind/g)).toHaveLength(2);
    expect(stdout).toMatch(/closed 1\n$/);
  });
});
