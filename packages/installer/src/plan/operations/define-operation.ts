import type { Command, Operation } from '../operation.ts';

/** An operation without its empty parts. */
export type OperationInit = Pick<Operation, 'id' | 'title' | 'stage' | 'verify'> &
  Partial<Omit<Operation, 'id' | 'title' | 'stage' | 'verify' | 'secrets'>>;

/** Fills in what most operations share; the names of the secrets are read from the commands. */
export function defineOperation(sketch: OperationInit): Operation {
  const commands = sketch.commands ?? [];
  return {
    weight: 1,
    files: [],
    commands,
    limit: 60,
    undo: { kind: 'repeat' },
    ...sketch,
    secrets: [...new Set(commands.flatMap(listSecrets))],
  };
}

function listSecrets({ stdin = [] }: Command): string[] {
  return stdin.flatMap((part) => (typeof part === 'string' ? [] : [part.secret]));
}

/** `'-F 32'` as the two arguments that it is. */
export function splitWords(text: string): string[] {
  return text.split(' ');
}

export function hostCommand(...argv: string[]): Command {
  return { where: 'host', argv };
}

export function chrootCommand(...argv: string[]): Command {
  return { where: 'chroot', argv };
}
