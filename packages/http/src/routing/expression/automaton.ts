import { parseExpression } from './parse.ts';
import { compileProgram, type Program } from './program.ts';

/** A position that a thread has saved, with a link to the position that it saved before. */
interface SavedPosition {
  readonly slot: number;
  readonly position: number;
  readonly before: SavedPosition | undefined;
}

/**
 * A matcher that matches whole strings against a regular expression without backtracking. It follows all alternatives
 * in parallel, so its time is at most proportional to the length of the string times the number of steps. If there are
 * several possible matches, it returns the one that a backtracking engine would find first.
 */
export class Automaton {
  readonly #program: Program;
  /** The position at which each step was last entered. */
  readonly #entered: Int32Array;

  /** Creates an automaton. Returns undefined if the expression needs backtracking or is too large. */
  static of(source: string, flags: string): Automaton | undefined {
    const syntax = parseExpression(source, flags);
    const program = syntax && compileProgram(syntax);
    return program && new Automaton(program);
  }

  constructor(program: Program) {
    this.#program = program;
    this.#entered = new Int32Array(program.steps.length);
  }

  /** Returns the strings that the named groups match, by name, or undefined if the whole string does not match. */
  exec(text: string): Readonly<Record<string, string>> | undefined {
    const { steps } = this.#program;
    this.#entered.fill(-1);
    let threads = new Threads();
    let next = new Threads();
    let before: number | undefined;
    let after = text.codePointAt(0);
    this.#follow(0, undefined, 0, before, after, threads);
    for (let position = 0; after !== undefined && threads.length > 0;) {
      position += after > 0xffff ? 2 : 1;
      before = after;
      after = text.codePointAt(position);
      for (let index = 0; index < threads.length; index += 1) {
        const at = threads.at[index]!;
        const step = steps[at]!;
        if (step.kind === 'character' && step.characters.has(before))
          this.#follow(at + 1, threads.saved[index], position, before, after, next);
      }
      [threads, next] = [next, threads];
      next.length = 0;
    }
    if (after !== undefined) return undefined;
    // Threads are in the order in which a backtracking engine would try them.
    for (let index = 0; index < threads.length; index += 1)
      if (steps[threads.at[index]!]!.kind === 'match') return this.#groupsOf(text, threads.saved[index]);
    return undefined;
  }

  /** Adds the threads that are reachable from a step without consuming a character. */
  #follow(
    at: number,
    saved: SavedPosition | undefined,
    position: number,
    before: number | undefined,
    after: number | undefined,
    threads: Threads,
  ): void {
    for (;;) {
      if (this.#entered[at] === position) return;
      this.#entered[at] = position;
      const step = this.#program.steps[at]!;
      switch (step.kind) {
        case 'character':
        case 'match':
          threads.add(at, saved);
          return;
        case 'jump':
          at = step.to;
          break;
        case 'split':
          this.#follow(step.first, saved, position, before, after, threads);
          at = step.second;
          break;
        case 'loop':
          this.#follow(step.lazy ? step.exit : step.body, saved, position, before, after, threads);
          at = step.lazy ? step.body : step.exit;
          break;
        case 'turn':
          // Every continuation can also be reached from the start of the iteration, with more iterations left.
          if (this.#entered[step.start] === position) return;
          at += 1;
          break;
        case 'save':
          saved = { slot: step.slot, position, before: saved };
          at += 1;
          break;
        case 'assertion':
          if (!step.holds(before, after)) return;
          at += 1;
          break;
      }
    }
  }

  #groupsOf(text: string, saved: SavedPosition | undefined): Readonly<Record<string, string>> {
    const { names } = this.#program;
    const positions: (number | undefined)[] = [];
    for (let each = saved; each !== undefined; each = each.before) positions[each.slot] ??= each.position;
    const groups: Record<string, string> = Object.create(null) as Record<string, string>;
    for (const [index, name] of names.entries())
      groups[name] = text.slice(positions[2 * index], positions[2 * index + 1]);
    return groups;
  }
}

/** An ordered list of threads, stored without an object per thread. */
class Threads {
  readonly at: number[] = [];
  readonly saved: (SavedPosition | undefined)[] = [];
  length = 0;

  add(at: number, saved: SavedPosition | undefined): void {
    this.at[this.length] = at;
    this.saved[this.length] = saved;
    this.length += 1;
  }
}
