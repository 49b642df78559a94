import { expect, it } from 'vitest';
import { declaredTypesOf, declareTypes } from './declare-types.ts';
import { RECORD_VERSION } from './recorded-class.ts';

const record = {
  version: RECORD_VERSION,
  methods: [],
  fields: [['x', { is: 'string' }]],
  parameters: [],
} as const;

it('types are declared of a class that is evaluated later than the declaration', () => {
  declareTypes(() => Later, record);
  class Early {}
  expect(declaredTypesOf(Early)).toBeUndefined();
  class Later {}
  expect(declaredTypesOf(Later)).toBe(record);
  expect(declaredTypesOf(Early)).toBeUndefined();
});

it('types are declared of a class that its module exports later', () => {
  const module: { Later?: new () => object } = {};
  declareTypes(() => module.Later, record);
  class Later {}
  expect(declaredTypesOf(Later)).toBeUndefined();
  module.Later = Later;
  expect(declaredTypesOf(Later)).toBe(record);
});

it('declared types of another version of the format do not count', () => {
  class Older {}
  declareTypes(() => Older, { ...record, version: RECORD_VERSION - 1 });
  expect(declaredTypesOf(Older)).toBeUndefined();
});
