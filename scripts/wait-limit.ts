/**
 * Makes `vi.waitFor` and `vi.waitUntil` wait for up to 30 s by default, because a busy machine may need longer than
 * Vitest's default of one second. vitest.config.ts sets the same limit for `expect.poll`.
 */
import { vi } from 'vitest';

const { waitFor, waitUntil } = vi;

function withLimit<T extends object>(options: number | T | undefined): number | (T & { timeout: number }) {
  return typeof options === 'number' ? options : { timeout: 30_000, ...(options as T) };
}

Object.assign(vi, {
  waitFor: ((callback, options) => waitFor(callback, withLimit(options))) satisfies typeof waitFor,
  waitUntil: ((callback, options) => waitUntil(callback, withLimit(options))) satisfies typeof waitUntil,
});
