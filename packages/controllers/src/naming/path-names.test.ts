import { describe, expect, it } from 'vitest';
import { classPathName, isPrivateName, kebabCase, normalizeSegment } from './path-names.ts';

describe('kebabCase', () => {
  it.each([
    ['Foo', 'foo'],
    ['FooBar', 'foo-bar'],
    ['foo_bar', 'foo-bar'],
    ['Foobar', 'foobar'],
    ['HTTPServer', 'http-server'],
    ['Foo2Bar', 'foo2bar'],
    ['fooBar', 'foo-bar'],
    ['foo__bar', 'foo-bar'],
    ['FooBar_', 'foo-bar'],
    ['foo-bar', 'foo-bar'],
    ['foo.bar', 'foo.bar'],
  ])('converts %s to %s', (name, segment) => expect(kebabCase(name)).toBe(segment));
});

describe('classPathName', () => {
  it.each([
    ['Default', []],
    ['Notes', ['notes']],
    ['FooBar_', ['foo-bar']],
    ['DefaultThing', ['default-thing']],
    ['Post', ['post']],
  ])('maps %s to the segments %j', (name, segments) => expect(classPathName(name)).toEqual({ segments }));

  it.each([
    ['Robots_txt', 'robots.txt', 'txt'],
    ['FooBar_txt', 'foo-bar.txt', 'txt'],
    ['Default_html', 'index.html', 'html'],
    ['A_b_c', 'a.b_c', 'b_c'],
  ])('maps %s to the segment %s with the extension %s', (name, segment, extension) =>
    expect(classPathName(name)).toEqual({ segments: [segment], extension }),
  );
});

it.each([
  ['_Notes', true],
  ['NotesController', true],
  ['Notes', false],
  ['ControllerNotes', false],
])('isPrivateName(%s) is %s', (name, is) => expect(isPrivateName(name)).toBe(is));

it.each([
  ['foo-bar', 'foo-bar'],
  ['foo_bar', 'foo-bar'],
  ['FooBar', 'FooBar'],
  ['FOO_BAR', 'FOO-BAR'],
  ['a-b_c', 'a-b_c'],
  ['foo_bar.txt', 'foo_bar.txt'],
])('normalizeSegment converts %s to %s', (segment, name) => expect(normalizeSegment(segment)).toBe(name));
