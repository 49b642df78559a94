import { expect, it } from 'vitest';
import type { MirrorTool } from '../demo-mirror/mirror-tool.ts';
import { startDemonstration } from './demonstration.ts';

/** Starts a demonstration mirror on the first port that is not in use, and returns the logged lines. */
async function linesOf(...usedPorts: number[]): Promise<string[]> {
  const tool: MirrorTool = {
    missingTools: () => [],
    buildMirror: () => Promise.resolve({ root: '/mirror' }),
    serveMirror: (_root, { port }) =>
      usedPorts.includes(port)
        ? Promise.reject(Object.assign(new Error('in use'), { code: 'EADDRINUSE' }))
        : Promise.resolve({
            port,
            origin: `http://127.0.0.1:${port}`,
            address: `http://127.0.0.1:${port}/$repo/os/$arch`,
            close: () => Promise.resolve(),
          }),
    isPinned: () => Promise.resolve(true),
  };
  const lines: string[] = [];
  const { signal } = new AbortController();
  await startDemonstration(
    signal,
    (line) => lines.push(line),
    () => Promise.resolve(tool),
  );
  return lines;
}

it('the demonstration mirror is reported with its port, and without an address like that of the page', async () => {
  expect(await linesOf()).toEqual(['the demonstration mirror is ready on port 7879']);
  expect(await linesOf(7879)).toEqual([
    'the demonstration mirror is ready on port 7880, because port 7879 is in use',
  ]);
});
