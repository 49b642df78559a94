import { describe, expect, it } from 'vitest';
import { indexDependencies, inParallel, inSequence, listOperations } from './dependencies.ts';
import type { Operation, Stage } from './operation.ts';
import { defineOperation } from './operations/define-operation.ts';

const operation = (id: string, stage: Stage = 'system'): Operation =>
  defineOperation({ id, title: id, stage, verify: [{ kind: 'ended' }] });
const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((id) => operation(id)) as [
  Operation,
  Operation,
  Operation,
  Operation,
];

const dependencies = (operations: readonly Operation[]): [string, readonly string[]][] =>
  operations.map(({ id, after }) => [id, after]);

describe('a schedule', () => {
  it('of a sequence makes each operation depend on the previous one', () => {
    expect(dependencies(listOperations(inSequence(a, b, c)))).toEqual([
      ['a', []],
      ['b', ['a']],
      ['c', ['b']],
    ]);
  });

  it('of parallel parts makes them depend on the operation before, and the next one on the end of each', () => {
    expect(
      dependencies(listOperations(inSequence(a, inParallel(inSequence(b, c), d), operation('e')))),
    ).toEqual([
      ['a', []],
      ['b', ['a']],
      ['c', ['b']],
      ['d', ['a']],
      ['e', ['c', 'd']],
    ]);
  });

  it('ignores parts without operations', () => {
    const empty = inSequence(inParallel(), inSequence());
    expect(dependencies(listOperations(inSequence(a, empty, inParallel(empty, b), empty, c)))).toEqual([
      ['a', []],
      ['b', ['a']],
      ['c', ['b']],
    ]);
  });

  it('lists operations by stage, whichever part they belong to', () => {
    const users = operation('users', 'users');
    const loader = operation('loader', 'loader');
    expect(
      listOperations(inParallel(inSequence(a, users), inSequence(b, loader))).map(({ id }) => id),
    ).toEqual(['a', 'b', 'loader', 'users']);
  });

  it('in which an operation depends on one of a later stage is an error', () => {
    expect(() => listOperations(inSequence(operation('late', 'verify'), a))).toThrow(
      'a is listed before late, on which it depends',
    );
  });
});

it('indirect dependencies are part of the index', () => {
  const index = indexDependencies(listOperations(inSequence(a, inParallel(b, c), d)));
  expect(Object.fromEntries([...index].map(([id, ids]) => [id, [...ids].toSorted()]))).toEqual({
    a: [],
    b: ['a'],
    c: ['a'],
    d: ['a', 'b', 'c'],
  });
});
