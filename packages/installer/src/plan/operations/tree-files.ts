import type { FileWrite, Operation } from '../operation.ts';
import { defineOperation, type OperationInit } from './define-operation.ts';

/** Whole files: what is there afterwards does not depend on what was there before. */
export function writeFiles(
  sketch: Pick<OperationInit, 'id' | 'title' | 'stage'>,
  ...files: Extract<FileWrite, { kind: 'file' | 'link' }>[]
): Operation {
  return defineOperation({ ...sketch, files, verify: files });
}

/** @param path as the new system names it */
export function treeFile(path: string, content: string, mode = 0o644): Extract<FileWrite, { kind: 'file' }> {
  return { kind: 'file', path: `{tree}${path}`, mode, content };
}

/** @param path as the new system names it */
export function treeLink(path: string, to: string): Extract<FileWrite, { kind: 'link' }> {
  return { kind: 'link', path: `{tree}${path}`, to };
}
