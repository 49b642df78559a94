import type { Command, Operation } from '../operation.ts';

/** An operation in which members that have a default are optional. */
export type OperationInit = Pick<Operation, 'id' | 'title' | 'stage' | 'verify'> &
  Partial<Omit<Operation, 'id' | 'title' | 'stage' | 'verify' | 'after' | 'secrets'>>;

/**
 * Creates an operation with defaults for absent members. The names of its secrets are collected from its commands;
 * its dependencies are set when the operations of the plan are ordered.
 */
export function defineOperation(sketch: OperationInit): Operation {
  const commands = sketch.commands ?? [];
  return {
    weight: 1,
    after: [],
    files: [],
    commands,
    limit: 60,
    undo: { kind: 'repeat' },
    ...sketch,
    secrets: [...new Set(commands.flatMap(listSecrets))],
  };
}

function listSecrets({ stdin = [] }: Command): string[] {
  return stdin.flatMap((part) => (typeof part === 'object' && 'secret' in part ? [part.secret] : []));
}

/** Splits a string such as `'-F 32'` into arguments. */
export function splitWords(text: string): string[] {
  return text.split(' ');
}

export function hostCommand(...argv: string[]): Command {
  return { where: 'host', argv };
}

export function chrootCommand(...argv: string[]): Command {
  return { where: 'chroot', argv };
}
