import type { Command, Operation } from '../operation.ts';

/** An operation without its empty parts. */
export type Sketch = Pick<Operation, 'id' | 'title' | 'stage' | 'verify'> &
  Partial<Omit<Operation, 'id' | 'title' | 'stage' | 'verify' | 'secrets'>>;

/** Fills in what most operations share; the names of the secrets are read from the commands. */
export function operation(sketch: Sketch): Operation {
  const commands = sketch.commands ?? [];
  return {
    weight: 1,
    files: [],
    commands,
    limit: 60,
    undo: { kind: 'repeat' },
    ...sketch,
    secrets: [...new Set(commands.flatMap(secretsOf))],
  };
}

function secretsOf({ stdin = [] }: Command): string[] {
  return stdin.flatMap((part) => (typeof part === 'string' ? [] : [part.secret]));
}

/** `'-F 32'` as the two arguments that it is. */
export function words(text: string): string[] {
  return text.split(' ');
}

export function host(...argv: string[]): Command {
  return { where: 'host', argv };
}

export function chroot(...argv: string[]): Command {
  return { where: 'chroot', argv };
}
