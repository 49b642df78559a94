import { describe, expect, it } from 'vitest';
import { diffLines } from './line-diff.ts';

const render = (before: string, after: string): string[] =>
  diffLines(before, after).map(({ kind, line }) => `${{ same: ' ', added: '+', removed: '-' }[kind]}${line}`);

describe('the difference between two texts', () => {
  it('lists removed and added lines at their positions', () => {
    expect(render('a\nb\nc\nd\n', 'a\nc\nx\nd\n')).toEqual([' a', '-b', ' c', '+x', ' d']);
    expect(render('a\nb\na\n', 'a\n')).toEqual([' a', '-b', '-a']);
    expect(render('a\n', 'a\nb\na\n')).toEqual([' a', '+b', '+a']);
    expect(render('same\n', 'same')).toEqual([' same']);
  });

  it('contains both texts, even if they are too long to compare', () => {
    const lines = (count: number, suffix: string): string =>
      Array.from({ length: count }, (_, index) => `${index} ${suffix}`).join('\n');
    for (const count of [3, 1_001]) {
      const [before, after] = [lines(count, 'before'), lines(count, 'after')];
      const difference = diffLines(before, after);
      const textOf = (without: string): string =>
        difference.flatMap(({ kind, line }) => (kind === without ? [] : [line])).join('\n');
      expect([textOf('added'), textOf('removed')]).toEqual([before, after]);
    }
  });
});
