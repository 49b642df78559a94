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
  it('makes each operation of a sequence depend on the previous one', () => {
    expect(dependencies(listOperations(inSequence(a, b, c)))).toEqual([
      ['a', []],
      ['b', ['a']],
      ['c', ['b']],
    ]);
  });

  it('makes parallel parts depend on the preceding operation, and the following operation on every part', () => {
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

  it('lists operations by stage, regardless of the parts that contain them', () => {
    const users = operation('users', 'users');
    const loader = operation('loader', 'loader');
    expect(
      listOperations(inParallel(inSequence(a, users), inSequence(b, loader))).map(({ id }) => id),
    ).toEqual(['a', 'b', 'loader', 'users']);
  });

  it('is rejected if an operation depends on an operation in a later stage', () => {
    expect(() => listOperations(inSequence(operation('late', 'verify'), a))).toThrow(
      'a is listed before late, on which it depends',
    );
  });
});

it('indexDependencies includes indirect dependencies', () => {
  const index = indexDependencies(listOperations(inSequence(a, inParallel(b, c), d)));
  expect(Object.fromEntries([...index].map(([id, ids]) => [id, [...ids].toSorted()]))).toEqual({
    a: [],
    b: ['a'],
    c: ['a'],
    d: ['a', 'b', 'c'],
  });
});
