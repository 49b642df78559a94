import { effect, signal } from '@preact/signals';
import { afterEach, expect, it, vi } from 'vitest';
import { stubService } from '../api/testing.ts';
import { catalogues } from '../words/languages.ts';
import { ImageMachine } from './machine.ts';
import { Session } from './session.ts';

afterEach(() => vi.unstubAllGlobals());

/** Runs a virtual machine with this output, and returns the values of `hasPanicked` while it ran. */
async function runWith(output: readonly string[]): Promise<readonly boolean[]> {
  const events = [
    ...output.map((text) => `data: ${JSON.stringify(text)}\n\n`),
    'event: end\ndata: ""\n\n',
  ].join('');
  stubService(({ path }) =>
    path.endsWith('/console')
      ? new Response(events, { headers: { 'content-type': 'text/event-stream' } })
      : Response.json({ install: 1, state: 'running', accelerator: 'tcg', started: '' }),
  );
  const machine = new ImageMachine(new Session(signal(catalogues.en), () => Promise.resolve()));
  const values: boolean[] = [];
  const stop = effect(() => {
    values.push(machine.hasPanicked.value);
  });
  let written = '';
  await machine.run(1, new AbortController().signal, () =>
    Promise.resolve({
      write: (text) => {
        written += text;
      },
      close: () => undefined,
    }),
  );
  stop();
  expect([machine.state.value, written]).toEqual(['ended', output.join('')]);
  return values;
}

it('the output of a virtual machine shows that its kernel has stopped, even if the words arrive in parts', async () => {
  expect(await runWith(['[ 1.0] Kernel pa', 'nic', ' - not syncing: VFS'])).toEqual([false, true]);
  expect(await runWith(['[ 1.0] Kernel command line', ': panic=10\r\n'])).toEqual([false]);
});

it('a virtual machine is stopped before it is started again', async () => {
  const requests: string[] = [];
  stubService(({ method, path }) => {
    requests.push(`${method} ${path}`);
    return new Response(null, { status: 204 });
  });
  const machine = new ImageMachine(new Session(signal(catalogues.en), () => Promise.resolve()));
  const before = machine.attempt.value;
  const restarted = machine.restart(7);
  expect(machine.attempt.value).toBe(before);
  await restarted;
  expect(machine.attempt.value).not.toBe(before);
  expect(requests).toEqual(['DELETE /api/installs/7/machine']);
});
