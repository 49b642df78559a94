import { expect, it } from 'vitest';
import { declaredTypesOf, declareTypes } from './declare-types.ts';
import { RECORD_VERSION } from './recorded-class.ts';

const record = {
  version: RECORD_VERSION,
  methods: [],
  fields: [['x', { is: 'string' }]],
  parameters: [],
} as const;

it('declareTypes accepts a class that is evaluated later', () => {
  declareTypes(() => Later, record);
  class Early {}
  expect(declaredTypesOf(Early)).toBeUndefined();
  class Later {}
  expect(declaredTypesOf(Later)).toBe(record);
  expect(declaredTypesOf(Early)).toBeUndefined();
});

it('declareTypes accepts a class that its module exports later', () => {
  const module: { Later?: new () => object } = {};
  declareTypes(() => module.Later, record);
  class Later {}
  expect(declaredTypesOf(Later)).toBeUndefined();
  module.Later = Later;
  expect(declaredTypesOf(Later)).toBe(record);
});

it('declareTypes ignores records of another format version', () => {
  class Older {}
  declareTypes(() => Older, { ...record, version: RECORD_VERSION - 1 });
  expect(declaredTypesOf(Older)).toBeUndefined();
});
