import { expect, it } from 'vitest';
import { GET, isEndpoint, Path, Produces } from '../index.ts';

class Notes {
  @GET('/notes')
  all(): string[] {
    return [];
  }
}
class Inherits extends Notes {}
@Path('/x')
class OnlyPath {}
@Produces('text/csv')
class Writer {
  write(): void {}
}

it.each<[unknown, boolean]>([
  [Notes, true],
  [Inherits, true],
  [OnlyPath, false],
  [Writer, false],
  [class {}, false],
  [new Notes(), false],
  [() => 1, false],
  [Function.prototype, false],
  [undefined, false],
  ['Notes', false],
])('isEndpoint(%o) is %s', (value, expected) => {
  expect(isEndpoint(value)).toBe(expected);
});
