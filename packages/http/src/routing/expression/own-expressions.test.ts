/** Checks that every regular expression in the packages that serve requests takes linear time. */
import { globSync, readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { expect, it } from 'vitest';
import { componentsOf, graphOf, isExponential, type Graph } from './ambiguity.ts';
import { parseExpression } from './parse.ts';
import { compileProgram, type Program } from './program.ts';
import { ASSERTIONS, type Syntax } from './syntax.ts';

interface Found {
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

const packages = resolve(import.meta.dirname, '../../../..');

function expressionsIn(file: string): Found[] {
  const found: Found[] = [];
  const text = readFileSync(file, 'utf8');
  new Visitor({
    Literal(node) {
      if (!('regex' in node)) return;
      const { pattern, flags } = node.regex;
      found.push({ place: relative(packages, file), source: pattern, flags });
    },
  }).visit(parseSync(file, text).program);
  return found;
}

const expressions = globSync(`${packages}/{diagnostics,http,annotations,controllers,service}/src/**/*.ts`)
  .filter((file) => !/\.test\.ts$|\/(?:testing|fixtures)\//.test(file))
  .flatMap(expressionsIn);

/** Whether a backtracking engine may take quadratic time because it tries every division of a string. */
function isQuadratic({ source, flags }: Found): boolean | undefined {
  const own = parseExpression(source, flags);
  // An expression without an anchor can match from any position.
  const syntax = own && (isAnchored(own) ? own : parseExpression(`[^]*(?:${source})`, flags));
  const program = syntax && compileProgram(syntax);
  const graph = program && graphOf(program);
  if (program === undefined || graph === undefined) return undefined;
  return isExponential(source, flags) || hasTwoLoops(graph, program);
}

function isAnchored(syntax: Syntax): boolean {
  if (syntax.kind === 'choice') return syntax.options.every(isAnchored);
  if (syntax.kind === 'sequence') return syntax.parts[0] !== undefined && isAnchored(syntax.parts[0]);
  return syntax.kind === 'assertion' && syntax.holds === ASSERTIONS.get('^');
}

/** Whether two loops consume the same characters, and these characters lead from the first loop to the second. */
function hasTwoLoops(graph: Graph, program: Program): boolean {
  const next = graph.map((state) => state.next);
  const loops = componentsOf(next);
  const alphabet = Array.from({ length: 256 }, (_, code) => code);
  const taken = graph.map(({ characters }) => new Set(alphabet.filter((code) => characters.has(code))));
  const step = (states: readonly number[]): number[][] => {
    const [a = 0, b = 0, c = 0] = states;
    return next[a]!.flatMap((x) =>
      next[b]!.flatMap((y) =>
        next[c]!.flatMap((z) => {
          const some = [...taken[x]!].some((code) => taken[y]!.has(code) && taken[z]!.has(code));
          return some ? [[x, y, z]] : [];
        }),
      ),
    );
  };
  const reaches = (from: readonly number[], to: readonly number[]): boolean => {
    const seen = new Set<string>();
    const open = step(from);
    for (let states = open.pop(); states !== undefined; states = open.pop()) {
      if (states.join() === to.join()) return true;
      if (seen.has(states.join())) continue;
      seen.add(states.join());
      open.push(...step(states));
    }
    return false;
  };
  return loops.flat().some((first) =>
    loops.flat().some((second) => {
      if (first === second || endsAt(second, program)) return false;
      return reaches([first, first, second], [first, second, second]);
    }),
  );
}

/** Whether the expression matches as soon as the character is consumed, so that the engine never backtracks. */
function endsAt(state: number, { steps }: Program): boolean {
  const places = [...steps.keys()].filter((at) => steps[at]!.kind === 'character');
  const open = [places[state]! + 1];
  const seen = new Set<number>();
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    const step = steps[at]!;
    if (step.kind === 'match') return true;
    if (step.kind === 'split') open.push(step.first, step.second);
    else if (step.kind === 'loop') open.push(step.body, step.exit);
    else if (step.kind === 'jump') open.push(step.to);
    else if (step.kind === 'save' || step.kind === 'turn') open.push(at + 1);
  }
  return false;
}

it.each([
  ['^a:[ \\t]*([ -~]*)$', true],
  ['^a:([ -~]*)$', false],
  ['\\s*,\\s*', true],
  ['\\s+$', true],
  [',\\s*', false],
  [';\\s*charset\\s*=\\s*"?([^\\s";]+)"?', false],
  ['^(\\d*)\\s*-\\s*(\\d*)$', false],
  ['^\\s*(\\d*)\\s*$', true],
  ['^"((?:[^"\\\\]|\\\\.)*)"$', false],
  ['(a+)+b', true],
])('isQuadratic(%s) is %j', (source, quadratic) => {
  expect(isQuadratic({ place: '', source, flags: '' })).toBe(quadratic);
});

/**
 * Expressions that are applied only to data of the application, once at start-up or once per class: paths, names,
 * headers in annotations, stacks and sources of classes.
 */
const FOR_AUTHORS = [
  String.raw`^\s*([!#$%&'*+.^${'`'}|~\w-]+)\s*:\s*(.*?)\s*$`,
  '^-+|-+$',
  String.raw`\/+$`,
  String.raw`\\u\{[^}]*\}|\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\c[a-zA-Z]|\\[pP]\{[^}]*\}|\\[^]|\[(?:\\[^]|[^\]\\])*\]|[^]`,
  String.raw`^\s+at (?:(.*?) \()?(?:async )?((?:file:\/\/|\/|[A-Za-z]:[\\/]).*?):(\d+):(\d+)\)?$`,
  String.raw`\/\{(?:\.{3}[^{}]*|[^{}]*\?)\}.*$`,
  String.raw`\w+$`,
  String.raw`^(\w*)(.*)$`,
  '^_+|_+$',
  String.raw`^\(([^()]*[|*+][^()]*)\)$`,
  String.raw`(?:%[\da-f]{2})+`,
  String.raw`(?:^|[;{}\n])\s*(?:(?:async|get|set)\s+|\*\s*)*(?:accessor\s+(#?[\w$]+)|(#[\p{ID_Start}$_][\p{ID_Continue}$]*))\s*[=;(\n}]`,
];

/**
 * Expressions that cannot be analysed, because they contain look-around or long repeats or have the flag `m`. A manual
 * check has confirmed that they take linear time.
 */
const BY_HAND = [
  String.raw`(?![\t\n])[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]`,
  String.raw`^(?!\/)`,
  String.raw`(?:\{|(?<=[/.~-]):)(\w+)`,
  String.raw`\{[A-Za-z_]\w*\}|(?<!\(\?|\\k)<[\w:]+>`,
  '<(?![=!])([^>]*)>|:',
  String.raw`^[^]*?[.!?](?=\s|$)|^.*`,
  String.raw`\\([1-9]\d*)|\\k<([^>]*)>|\\[^]|\[(?:\\[^]|[^\]\\])*\]|\(\?<(?![=!])([^>]*)>|\((?!\?)`,
  String.raw`^\w+(?=:)`,
  String.raw`^\/(?=\?|$)`,
  String.raw`\\\\[dwsb](?![a-z\d])|\\[^]`,
  String.raw`\\[^]|(?<![a-z\d])([dws])(?=[+*]|\{\d)|(?<![a-z\d])(dd+)(?![a-z\d])|(\[(?=[^\]]*[dws])(?:[dws]|[^\]\\a-z\d])*\](?=[+*{]))|\[(?:\\[^]|[^\]\\])*\]`,
  String.raw`;\s*boundary\s*=\s*(?:"([^"]{1,70})"|([^\s;"]{1,70})(?=\s*(?:;|$)))`,
  String.raw`^[A-Za-z0-9][A-Za-z0-9._-]{0,95}\.(?:img|raw)$`,
  '^[!-~]{1,255}$',
  String.raw`^[A-Za-z0-9\-._~]{24,512}$`,
  String.raw`^[\w.~-]{24,512}$`,
  String.raw`^Bearer +([\w.~-]{24,512}) *$`,
  String.raw`^[^\p{C}]{1,128}$`,
  String.raw`^[^\p{C}]{0,255}$`,
  String.raw`^[^\p{C}:]{1,128}$`,
  String.raw`(?<!\.d)\.[cm]?[jt]sx?$`,
];

it('every expression that reads requests takes linear time', () => {
  expect(expressions.length).toBeGreaterThan(100);
  const judged = expressions.map((found) => ({ ...found, quadratic: isQuadratic(found) }));
  const costly = judged.filter(
    ({ quadratic, source }) => quadratic === true && !FOR_AUTHORS.includes(source),
  );
  expect(costly.map(({ place, source }) => `${place}: ${source}`)).toEqual([]);
  const unread = judged.filter(
    ({ quadratic, source }) => quadratic === undefined && !BY_HAND.includes(source),
  );
  expect(unread.map(({ place, source }) => `${place}: ${source}`)).toEqual([]);
});

it.each([...FOR_AUTHORS, ...BY_HAND])('the list of exceptions needs %s', (source) => {
  const found = expressions.find((each) => each.source === source);
  expect(found).toBeDefined();
  expect(isQuadratic(found!)).toBe(FOR_AUTHORS.includes(source) ? true : undefined);
});
