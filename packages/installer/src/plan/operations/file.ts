import type { FileWrite, Operation } from '../operation.ts';
import { operation, type Sketch } from './build.ts';

/** Whole files: what is there afterwards does not depend on what was there before. */
export function writes(
  sketch: Pick<Sketch, 'id' | 'title' | 'stage'>,
  ...files: Extract<FileWrite, { kind: 'file' | 'link' }>[]
): Operation {
  return operation({ ...sketch, files, verify: files });
}

/** @param path as the new system names it */
export function file(path: string, content: string, mode = 0o644): Extract<FileWrite, { kind: 'file' }> {
  return { kind: 'file', path: `{tree}${path}`, mode, content };
}

/** @param path as the new system names it */
export function link(path: string, to: string): Extract<FileWrite, { kind: 'link' }> {
  return { kind: 'link', path: `{tree}${path}`, to };
}
