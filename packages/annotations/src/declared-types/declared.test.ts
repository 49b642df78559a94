import { expect, it } from 'vitest';
import { declaredOf, declareTypes } from './declared.ts';
import { RECORD_VERSION } from './recorded.ts';

const record = {
  version: RECORD_VERSION,
  methods: [],
  fields: [['x', { is: 'string' }]],
  parameters: [],
} as const;

it('types are declared of a class that is evaluated later than the declaration', () => {
  declareTypes(() => Later, record);
  class Early {}
  expect(declaredOf(Early)).toBeUndefined();
  class Later {}
  expect(declaredOf(Later)).toBe(record);
  expect(declaredOf(Early)).toBeUndefined();
});

it('types are declared of a class that its module exports later', () => {
  const module: { Later?: new () => object } = {};
  declareTypes(() => module.Later, record);
  class Later {}
  expect(declaredOf(Later)).toBeUndefined();
  module.Later = Later;
  expect(declaredOf(Later)).toBe(record);
});

it('declared types of another version of the format do not count', () => {
  class Older {}
  declareTypes(() => Older, { ...record, version: RECORD_VERSION - 1 });
  expect(declaredOf(Older)).toBeUndefined();
});
