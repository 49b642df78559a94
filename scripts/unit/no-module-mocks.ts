/**
 * Refuses mocks of modules, because the test files of a worker share its modules: a mock does not affect a module that
 * an earlier file has imported, and remains for later files.
 */
import { vi } from 'vitest';

function refuse(): never {
  throw new Error(
    'test files of this project share modules, so a mock of a module has no effect on those that are loaded: pass an argument to the code under test instead, or measure in a file *.cost.test.ts',
  );
}

Object.assign(vi, { mock: refuse, doMock: refuse });
