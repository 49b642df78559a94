import { parseExpression } from './parse.ts';
import { compileProgram, type Program } from './program.ts';
import type { Characters } from './syntax.ts';

/** Maximum number of states of an expression. Larger expressions are not analysed. */
const MAX_STATES = 100;
/** Maximum number of steps that are followed between two characters. */
const MAX_FOLLOWED = 2000;
/** Maximum number of pairs of transitions that are compared. */
const MAX_PAIRS = 500_000;

/**
 * Whether some strings match an expression in exponentially many ways, as they do for `(a+)+`. A backtracking engine
 * then takes twice as long for each additional character. Returns false for expressions that cannot be analysed,
 * because they contain lookaround or backreferences or are too large.
 *
 * An expression is exponential if and only if one of its loops can consume the same characters in two ways from a state
 * back to that state.
 */
export function isExponential(source: string, flags: string): boolean {
  // A loop that can consume characters in two ways contains a group.
  if (!source.includes('(')) return false;
  const syntax = parseExpression(source, flags);
  const program = syntax && compileProgram(syntax);
  if (program === undefined) return false;
  const graph = graphOf(program);
  if (graph === undefined) return false;
  return componentsOf(graph.map(({ next }) => next)).some((states) => isAmbiguous(states, graph));
}

/** A character step of a program, and the states that may follow it. */
export interface State {
  readonly characters: Characters;
  readonly next: readonly number[];
  /** The states that can be reached in several ways. */
  readonly doubled: readonly number[];
}

/** The states of an expression, by number. */
export type Graph = readonly State[];

export function graphOf(program: Program): Graph | undefined {
  const states = program.steps.flatMap((step, at) =>
    step.kind === 'character' ? [{ at, characters: step.characters }] : [],
  );
  if (states.length > MAX_STATES) return undefined;
  const stateAt = new Map(states.map(({ at }, state) => [at, state]));
  const graph: State[] = [];
  for (const { at, characters } of states) {
    const ways = waysFrom(at + 1, program);
    if (ways === undefined) return undefined;
    const following = [...ways].flatMap(([target, count]) => {
      const state = stateAt.get(target);
      return state === undefined ? [] : [{ state, count }];
    });
    const next = following.map(({ state }) => state);
    const doubled = following.filter(({ count }) => count > 1).map(({ state }) => state);
    graph.push({ characters, next, doubled });
  }
  return graph;
}

/**
 * Returns the character steps that may follow, each with the number of ways to reach it. Returns undefined if too many
 * steps would have to be followed. Iterations that consume no characters are not counted, because regular expression
 * engines end the loop after such an iteration.
 */
function waysFrom(start: number, { steps }: Program): ReadonlyMap<number, number> | undefined {
  const ways = new Map<number, number>();
  let followed = 0;
  const follow = (at: number, turning: readonly number[]): void => {
    followed += 1;
    if (followed > MAX_FOLLOWED) return;
    const step = steps[at];
    if (step === undefined) return;
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

/** Whether the same characters lead from a state of the loop back to that state in two ways. */
function isAmbiguous(numbers: readonly number[], graph: Graph): boolean {
  const place = new Map(numbers.map((state, index) => [state, index]));
  const states = numbers.flatMap((state) => graph[state] ?? []);
  if (states.some(({ doubled }) => doubled.some((target) => place.has(target)))) return true;
  const size = states.length;
  const alphabet = alphabetOf(states.map(({ characters }) => characters));
  const taken = states.map(({ characters }) => alphabet.filter((code) => characters.has(code)));
  const overlap = taken.map((some) => taken.map((others) => some.some((code) => others.includes(code))));
  const targets = states.map(({ next }) => next.flatMap((target) => place.get(target) ?? []));
  const ways = targets.reduce((sum, list) => sum + list.length, 0);
  if (ways * ways > MAX_PAIRS) return false;
  const pairs: number[][] = [];
  for (const some of targets) {
    for (const others of targets) {
      const reached: number[] = [];
      for (const first of some)
        for (const second of others)
          if (overlap[first]?.[second] === true) reached.push(first * size + second);
      pairs.push(reached);
    }
  }
  return componentsOf(pairs).some((component) => {
    const equal = component.some((pair) => Math.floor(pair / size) === pair % size);
    return equal && component.some((pair) => Math.floor(pair / size) !== pair % size);
  });
}

/**
 * Returns a sample of the characters that the classes contain: those of Latin-1, those that occur in the source of a
 * class, and {@link OTHERS}.
 */
function alphabetOf(classes: readonly Characters[]): readonly number[] {
  const codes = new Set<number>();
  for (let code = 0; code < 256; code += 1) codes.add(code);
  for (const code of OTHERS) codes.add(code);
  for (const { source } of classes) {
    for (const char of source) codes.add(char.codePointAt(0) ?? 0);
    for (const [, braced, plain = ''] of source.matchAll(/\\u(?:\{([\da-f]+)\}|([\da-f]{4}))/gi))
      codes.add(Number.parseInt(braced ?? plain, 16));
  }
  return [...codes].filter((code) => classes.some((each) => each.has(code)));
}

/** Letters, digits, spaces and symbols outside Latin-1. */
const OTHERS = [0x3a9, 0x3c9, 0x416, 0x5d0, 0x661, 0x2028, 0x2029, 0x20ac, 0x4e2d, 0xd800, 0xfeff, 0x1f600];

interface Node {
  readonly number: number;
  readonly next: readonly number[];
  /** The position of the node in the order in which nodes were reached, or -1 if it has not been reached. */
  order: number;
  /** The `order` of the earliest open node that can be reached from the node. */
  low: number;
  isOpen: boolean;
}

/**
 * Finds the sets of nodes that can be reached from each other, with Tarjan's algorithm without recursion. A single node
 * is a set only if it leads to itself.
 */
export function componentsOf(next: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const components: number[][] = [];
  const nodes = next.map((targets, number): Node => {
    return { number, next: targets, order: -1, low: 0, isOpen: false };
  });
  const open: Node[] = [];
  let count = 0;
  for (const start of nodes) {
    if (start.order !== -1) continue;
    const way: { readonly node: Node; edge: number }[] = [{ node: start, edge: 0 }];
    for (let top = way.at(-1); top !== undefined; top = way.at(-1)) {
      const { node } = top;
      if (top.edge === 0) {
        node.order = node.low = count++;
        open.push(node);
        node.isOpen = true;
      }
      const target = nodes[node.next[top.edge++] ?? -1];
      if (target !== undefined) {
        if (target.order === -1) way.push({ node: target, edge: 0 });
        else if (target.isOpen) node.low = Math.min(node.low, target.order);
        continue;
      }
      way.pop();
      const above = way.at(-1)?.node;
      if (above !== undefined) above.low = Math.min(above.low, node.low);
      if (node.low !== node.order) continue;
      const component = open.splice(open.lastIndexOf(node));
      for (const each of component) each.isOpen = false;
      if (component.length > 1 || node.next.includes(node.number))
        components.push(component.map(({ number }) => number));
    }
  }
  return components;
}
