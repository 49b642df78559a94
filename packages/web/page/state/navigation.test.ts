import { describe, expect, it } from 'vitest';
import { batchPath, comparisonPath, installPath, newBatchPath, nodePath, parseRoute } from './navigation.ts';

describe('parseRoute', () => {
  it('returns the view and the number of the installation for a path', () => {
    expect(parseRoute('/')).toEqual({ view: 'compose' });
    expect(parseRoute('/installs')).toEqual({ view: 'installs' });
    expect(parseRoute(installPath(12))).toEqual({ view: 'install', id: 12 });
  });

  it('returns the installations of a comparison for a path', () => {
    expect(parseRoute(comparisonPath(3, 12))).toEqual({ view: 'comparison', before: 3, after: 12 });
  });

  it('returns the view and the number of the batch for a path', () => {
    expect(parseRoute('/batches')).toEqual({ view: 'batches' });
    expect(parseRoute(batchPath(7))).toEqual({ view: 'batch', id: 7 });
    expect(parseRoute(newBatchPath)).toEqual({ view: 'new-batch' });
  });

  it('returns the view and the number of the machine for a path', () => {
    expect(parseRoute('/nodes')).toEqual({ view: 'nodes' });
    expect(parseRoute(nodePath(500))).toEqual({ view: 'node', id: 500 });
  });

  it.each([
    '/installs/',
    '/batches/',
    '/batches/0',
    '/batches/1/2',
    '/batches/old',
    '/nodes/new',
    '/nodes/0',
    '/installs/0',
    '/installs/1x',
    '/installs/1/2',
    '/installs/compare',
    '/installs/compare/1/x',
    '/none',
    '//installs',
  ])('returns no view for %s', (path) => {
    expect(parseRoute(path)).toEqual({ view: 'missing' });
  });
});
