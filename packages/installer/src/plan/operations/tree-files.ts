import type { FileWrite, Operation } from '../operation.ts';
import { defineOperation, type OperationInit } from './define-operation.ts';

/** Creates an operation that writes complete files and replaces any previous content. */
export function writeFiles(
  sketch: Pick<OperationInit, 'id' | 'title' | 'stage'>,
  ...files: Extract<FileWrite, { kind: 'file' | 'link' }>[]
): Operation {
  return defineOperation({ ...sketch, files, verify: files });
}

/** @param path path in the new system */
export function treeFile(path: string, content: string, mode = 0o644): Extract<FileWrite, { kind: 'file' }> {
  return { kind: 'file', path: `{tree}${path}`, mode, content };
}

/** @param path path in the new system */
export function treeLink(path: string, to: string): Extract<FileWrite, { kind: 'link' }> {
  return { kind: 'link', path: `{tree}${path}`, to };
}
