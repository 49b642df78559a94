import type { Assertion, Characters, Syntax } from './syntax.ts';

/** A step of a program. Unless the step defines otherwise, the next step in the list follows. */
export type Step =
  | { readonly kind: 'character'; readonly characters: Characters }
  /** Two alternatives. `first` takes precedence over `second`. */
  | { readonly kind: 'split'; first: number; second: number }
  /** The head of a loop. `body` enters the loop, and `exit` leaves it. */
  | { readonly kind: 'loop'; body: number; exit: number; readonly lazy: boolean }
  /** A jump. `back` is true if it leads from the end of a loop's body to the loop's head. */
  | { readonly kind: 'jump'; to: number; readonly back: boolean }
  /**
   * The end of an optional iteration that began at `start`. If the iteration has consumed no characters, it is
   * abandoned.
   */
  | { readonly kind: 'turn'; readonly start: number }
  | { readonly kind: 'save'; readonly slot: number }
  | { readonly kind: 'assertion'; readonly holds: Assertion }
  | { readonly kind: 'match' };

/** An expression that has been compiled to the steps of an automaton. */
export interface Program {
  readonly steps: readonly Step[];
  /** The names of groups. The group at `index` is saved in the slots `2 * index` and `2 * index + 1`. */
  readonly names: readonly string[];
}

/** Maximum number of steps in a program. The cost per character is proportional to the number of steps. */
const MAX_STEPS = 1000;

/**
 * Compiles an expression. Returns undefined if the program would contain too many steps, as it would for `\w{5000}`.
 */
export function compileProgram(syntax: Syntax): Program | undefined {
  const writer = new Writer();
  writer.write(syntax);
  if (writer.full) return undefined;
  writer.steps.push({ kind: 'match' });
  return { steps: writer.steps, names: writer.names };
}

class Writer {
  readonly steps: Step[] = [];
  readonly names: string[] = [];

  get full(): boolean {
    return this.steps.length >= MAX_STEPS;
  }

  write(syntax: Syntax): void {
    if (this.full) return;
    switch (syntax.kind) {
      case 'sequence':
        for (const part of syntax.parts) this.write(part);
        break;
      case 'choice':
        this.#choice(syntax.options);
        break;
      case 'repeat':
        this.#repeat(syntax);
        break;
      case 'group':
        this.#group(syntax.of, syntax.name);
        break;
      default:
        this.steps.push(syntax);
    }
  }

  #group(of: Syntax, name: string | undefined): void {
    if (name === undefined) {
      this.write(of);
      return;
    }
    let index = this.names.indexOf(name);
    if (index === -1) index = this.names.push(name) - 1;
    this.steps.push({ kind: 'save', slot: 2 * index });
    this.write(of);
    this.steps.push({ kind: 'save', slot: 2 * index + 1 });
  }

  #choice(options: readonly Syntax[]): void {
    const jumps = [];
    for (const [index, option] of options.entries()) {
      if (index === options.length - 1) {
        this.write(option);
        break;
      }
      const split = { kind: 'split' as const, first: this.steps.length + 1, second: 0 };
      this.steps.push(split);
      this.write(option);
      const jump = { kind: 'jump' as const, to: 0, back: false };
      this.steps.push(jump);
      jumps.push(jump);
      split.second = this.steps.length;
    }
    for (const jump of jumps) jump.to = this.steps.length;
  }

  #repeat({ of, min, max, lazy }: Extract<Syntax, { kind: 'repeat' }>): void {
    for (let count = 0; count < min && !this.full; count += 1) this.write(of);
    if (max === Infinity) {
      const head = this.steps.length;
      const loop = { kind: 'loop' as const, body: head + 1, exit: 0, lazy };
      this.steps.push(loop);
      this.write(of);
      this.steps.push({ kind: 'jump', to: head, back: true });
      loop.exit = this.steps.length;
      return;
    }
    const splits = [];
    for (let count = min; count < max && !this.full; count += 1) {
      const split = { kind: 'split' as const, first: this.steps.length + 1, second: 0 };
      this.steps.push(split);
      splits.push(split);
      this.write(of);
      if (of.kind !== 'character') this.steps.push({ kind: 'turn', start: split.first - 1 });
    }
    for (const split of splits) {
      split.second = this.steps.length;
      if (lazy) [split.first, split.second] = [split.second, split.first];
    }
  }
}
