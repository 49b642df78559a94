import { StartupError, Toolkit } from '@writ/http';
import { inject } from '@writ/http/testing';
import { expect, it } from 'vitest';
import { GET, Path, RestBuilder } from '../index.ts';

class Notes {
  list(): readonly string[] {
    return ['buy milk'];
  }
}
Path('/notes')(Notes);
GET()(Notes.prototype, 'list', Object.getOwnPropertyDescriptor(Notes.prototype, 'list')!);

const builder = (): RestBuilder => new RestBuilder(new Toolkit()).register(Notes);

it('addHook adds hooks for the start, the server and the end of the router', async () => {
  const order: string[] = [];
  const router = builder()
    .addHook('stop', () => order.push('stop'))
    .addHook('ready', ({ url }) => order.push(url))
    .addHook('start', () => order.push('start'))
    .build();
  expect((await inject(router, '/notes')).status).toBe(200);
  expect(order).toEqual(['start']);
  const server = router.toolkit.createServer(router);
  const { url } = await server.listen(0, '127.0.0.1');
  await server.close();
  expect(order).toEqual(['start', url, 'stop']);
});

it('the error of a start hook contains the location of addHook', async () => {
  const fail = (): never => {
    throw new Error('no such file');
  };
  const ready = builder().addHook('start', fail).ready();
  const error = await ready.catch((reason: unknown) => reason as StartupError);
  expect(error).toBeInstanceOf(StartupError);
  expect((error as StartupError).message).toMatch(
    /add-hook\.test\.ts:\d+:\d+: error W2052 start-hook: the start hook fail failed: Error: no such file/,
  );
});
