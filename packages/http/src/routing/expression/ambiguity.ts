import { parseExpression } from './parse.ts';
import { compileProgram, type Program } from './program.ts';
import type { Characters } from './syntax.ts';

/** Characters of one expression that are looked at: a larger one is not judged. */
const MAX_STATES = 100;
/** Steps between two characters that are followed. */
const MAX_FOLLOWED = 2000;
/** Pairs of ways that are compared. */
const MAX_PAIRS = 500_000;

/**
 * Whether some texts fit an expression in exponentially many ways, as `(a+)+` does, so that a backtracking engine takes a
 * time that doubles with each of their characters. False for what cannot be judged: look-around and back references.
 *
 * An expression is so exactly when, within one of its loops, it can take the same characters in two ways from a place
 * back to that place.
 */
export function isExponential(source: string, flags: string): boolean {
  // A loop with two ways has a group in it.
  if (!source.includes('(')) return false;
  const syntax = parseExpression(source, flags);
  const program = syntax && compileProgram(syntax);
  if (program === undefined) return false;
  const graph = graphOf(program);
  if (graph === undefined) return false;
  return componentsOf(graph.next).some((states) => isAmbiguous(states, graph));
}

/** The characters of a program, and which of them may follow which. */
export interface Graph {
  readonly characters: readonly Characters[];
  readonly next: readonly (readonly number[])[];
  /** Those that follow in several ways. */
  readonly doubled: readonly ReadonlySet<number>[];
}

export function graphOf(program: Program): Graph | undefined {
  const states = [...program.steps.keys()].filter((at) => program.steps[at]!.kind === 'character');
  if (states.length > MAX_STATES) return undefined;
  const stateAt = new Map(states.map((at, state) => [at, state]));
  const next: number[][] = [];
  const doubled: Set<number>[] = [];
  for (const at of states) {
    const ways = waysFrom(at + 1, program);
    if (ways === undefined) return undefined;
    next.push([...ways.keys()].map((target) => stateAt.get(target)!));
    doubled.push(new Set([...ways].filter(([, count]) => count > 1).map(([target]) => stateAt.get(target)!)));
  }
  const characters = states.map((at) => {
    const step = program.steps[at]!;
    if (step.kind !== 'character') throw new Error('a state is a character');
    return step.characters;
  });
  return { characters, next, doubled };
}

/**
 * The characters that may come next, each with in how many ways. A turn of a loop that takes nothing is none: engines
 * end the loop there.
 */
function waysFrom(start: number, { steps }: Program): ReadonlyMap<number, number> | undefined {
  const ways = new Map<number, number>();
  let followed = 0;
  const follow = (at: number, turning: readonly number[]): void => {
    followed += 1;
    if (followed > MAX_FOLLOWED) return;
    const step = steps[at]!;
    switch (step.kind) {
      case 'character':
        ways.set(at, (ways.get(at) ?? 0) + 1);
        break;
      case 'match':
        break;
      case 'split':
        follow(step.first, [...turning, at]);
        follow(step.second, [...turning, at]);
        break;
      case 'loop':
        follow(step.body, [...turning, at]);
        follow(
          step.exit,
          turning.filter((loop) => loop !== at),
        );
        break;
      case 'turn':
        if (!turning.includes(step.start)) follow(at + 1, turning);
        break;
      case 'jump':
        if (!step.back || !turning.includes(step.to)) follow(step.to, turning);
        break;
      default:
        follow(at + 1, turning);
    }
  };
  follow(start, []);
  return followed > MAX_FOLLOWED ? undefined : ways;
}

/** Whether two ways of the same characters lead from a state of the loop back to it. */
function isAmbiguous(states: readonly number[], { characters, next, doubled }: Graph): boolean {
  const inside = new Set(states);
  if (states.some((state) => [...doubled[state]!].some((target) => inside.has(target)))) return true;
  const place = new Map(states.map((state, index) => [state, index]));
  const size = states.length;
  const alphabet = alphabetOf(states.map((state) => characters[state]!));
  const taken = states.map((state) => alphabet.filter((code) => characters[state]!.has(code)));
  const overlap = taken.map((some) => taken.map((others) => some.some((code) => others.includes(code))));
  const targets = states.map((state) => next[state]!.flatMap((target) => place.get(target) ?? []));
  const ways = targets.reduce((sum, list) => sum + list.length, 0);
  if (ways * ways > MAX_PAIRS) return false;
  const pairs: number[][] = [];
  for (let one = 0; one < size; one += 1) {
    for (let other = 0; other < size; other += 1) {
      const reached: number[] = [];
      for (const first of targets[one]!)
        for (const second of targets[other]!)
          if (overlap[first]![second]!) reached.push(first * size + second);
      pairs.push(reached);
    }
  }
  return componentsOf(pairs).some((component) => {
    const equal = component.some((pair) => Math.floor(pair / size) === pair % size);
    return equal && component.some((pair) => Math.floor(pair / size) !== pair % size);
  });
}

/** A character of every kind that some of the classes tell apart. */
function alphabetOf(classes: readonly Characters[]): readonly number[] {
  const codes = new Set<number>();
  for (let code = 0; code < 256; code += 1) codes.add(code);
  for (const code of OTHERS) codes.add(code);
  for (const { source } of classes) {
    for (const char of source) codes.add(char.codePointAt(0)!);
    for (const [, braced, plain] of source.matchAll(/\\u(?:\{([\da-f]+)\}|([\da-f]{4}))/gi))
      codes.add(Number.parseInt(braced ?? plain!, 16));
  }
  return [...codes].filter((code) => classes.some((each) => each.has(code)));
}

/** Letters, digits, spaces and symbols of other scripts. */
const OTHERS = [0x3a9, 0x3c9, 0x416, 0x5d0, 0x661, 0x2028, 0x2029, 0x20ac, 0x4e2d, 0xd800, 0xfeff, 0x1f600];

/** The sets of nodes that reach each other, those alone only when they reach themselves (Tarjan, without recursion). */
export function componentsOf(next: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const components: number[][] = [];
  const order = new Int32Array(next.length).fill(-1);
  const low = new Int32Array(next.length);
  const isOpen = new Uint8Array(next.length);
  const open: number[] = [];
  let count = 0;
  for (let start = 0; start < next.length; start += 1) {
    if (order[start] !== -1) continue;
    const way: { readonly node: number; edge: number }[] = [{ node: start, edge: 0 }];
    while (way.length > 0) {
      const top = way.at(-1)!;
      const { node } = top;
      if (top.edge === 0) {
        order[node] = low[node] = count++;
        open.push(node);
        isOpen[node] = 1;
      }
      const target = next[node]![top.edge++];
      if (target !== undefined) {
        if (order[target] === -1) way.push({ node: target, edge: 0 });
        else if (isOpen[target] === 1) low[node] = Math.min(low[node]!, order[target]!);
        continue;
      }
      way.pop();
      const above = way.at(-1);
      if (above !== undefined) low[above.node] = Math.min(low[above.node]!, low[node]!);
      if (low[node] !== order[node]) continue;
      const component = open.splice(open.lastIndexOf(node));
      for (const each of component) isOpen[each] = 0;
      if (component.length > 1 || next[node]!.includes(node)) components.push(component);
    }
  }
  return components;
}
