import { SourceText, type Diagnostic, type OffsetRange } from '@writ/diagnostics';
import { defined } from '@writ/diagnostics/internal';
import {
  type DefaultGreeter,
  limitFindings,
  ownValue,
  type ProfileDefinition,
  readDefinition,
  type ReadDefinition,
  redactor,
  refusal,
  runProcess,
  succeeded,
} from '@writ/installer/internal';
import { script } from './literals.ts';

/** Default time limit in milliseconds. Python may start slowly on a busy machine. */
const TIMEOUT_MS = 30_000;

interface FoundList {
  readonly name: 'packages' | 'services' | 'default_greeter';
  readonly line: number;
  readonly value: readonly string[] | string | null;
}

type Answer =
  | { readonly error: string; readonly line: number }
  | { readonly found: readonly FoundList[]; readonly computed: readonly Pick<FoundList, 'name' | 'line'>[] };

/** archinstall's names for login screens, in lower case. */
const greeterNames: Readonly<Record<string, DefaultGreeter>> = {
  lightdm: 'lightdm',
  'lightdm-gtk-greeter': 'lightdm',
  lightdmslick: 'lightdm-slick',
  'lightdm-slick': 'lightdm-slick',
  'lightdm-slick-greeter': 'lightdm-slick',
  sddm: 'sddm',
  gdm: 'gdm',
};

/** Options for the Python process. */
export interface PythonOptions {
  /** Terminates the process. */
  readonly signal?: AbortSignal | undefined;
  /** The search path for python3 (default: PATH). */
  readonly path?: string;
  /** Time limit in milliseconds (default: 30 s). */
  readonly limit?: number;
}

/**
 * Reads the literal packages, services and default greeter of a Python profile, which is parsed and never run.
 * `profile.path` may refer to any file on the machine, so findings quote only the lines that define them.
 */
export async function readPythonProfile(
  file: string,
  text: Uint8Array,
  { signal, path = process.env['PATH'] ?? '', limit = TIMEOUT_MS }: PythonOptions = {},
): Promise<ReadDefinition> {
  const unmasked = new SourceText(file, new TextDecoder().decode(text));
  const end = await runProcess({
    argv: ['python3', '-I', '-c', script],
    environment: { PATH: path, LC_ALL: 'C.UTF-8' },
    input: () => unmasked.text,
    limit,
    redactor: redactor([]),
    capture: true,
    ...defined({ signal }),
  });
  const refused = (message: string, found: Draft = {}): ReadDefinition => ({
    findings: [
      { ...refusal('profile-python', message, { hint: jsonHint(found) }), file, pointer: '/profile/path' },
    ],
    source: withLines(unmasked, []),
  });
  if (end.end === 'not-started') {
    return refused('python3 is not installed, and a Python profile cannot be read without it');
  }
  if (end.end === 'limit')
    return refused(`python3 could not read the profile within ${limit / 1000} seconds`);
  const answer = succeeded(end) ? parseAnswer(end.stdout) : undefined;
  return answer === undefined ? refused('python3 could not read the profile') : readAnswer(answer, unmasked);
}

/** Masks all lines except those in `shown`. */
function withLines(source: SourceText, shown: readonly number[]): SourceText {
  const masks: OffsetRange[] = [];
  let start = 0;
  for (const line of [...new Set(shown)].toSorted((a, b) => a - b)) {
    masks.push({ start, end: source.offsetAt(line, 1) });
    start = endOfLine(source, line);
  }
  return source.withMasks([...masks, { start, end: source.text.length }]);
}

function endOfLine(source: SourceText, line: number): number {
  return line < source.lineCount ? source.offsetAt(line + 1, 1) - 1 : source.text.length;
}

type Draft = { [key in FoundList['name']]?: FoundList['value'] };

function readAnswer(answer: Answer, unmasked: SourceText): ReadDefinition {
  const lists = 'error' in answer ? [] : [...answer.found, ...answer.computed];
  const isProfile = lists.some(({ name }) => name === 'packages');
  const source = withLines(unmasked, isProfile ? lists.map(({ line }) => line) : []);
  const at = (line: number): Pick<Diagnostic, 'file' | 'range'> => {
    const start = source.offsetAt(line, 1);
    return { file: source.name, range: source.rangeAt(start, endOfLine(source, line)) };
  };
  if ('error' in answer) {
    // Python's error message may quote the line.
    const message = `line ${answer.line} of the profile is not valid Python`;
    const hint = 'python3 -m py_compile FILE shows the error';
    return { findings: [{ ...refusal('profile-python', message, { hint }), ...at(answer.line) }], source };
  }
  if (!isProfile) {
    const message = 'the profile has no package list';
    return {
      findings: [{ ...refusal('profile-python', message, { hint: jsonHint({}) }), ...at(1) }],
      source,
    };
  }
  const draft: Draft = {};
  const findings: Diagnostic[] = [];
  for (const { name, line, value } of answer.found) {
    if (name in draft) {
      const message = `${name} is defined twice in the profile`;
      findings.push({ ...refusal('profile-python', message), ...at(line) });
    }
    draft[name] = name === 'default_greeter' ? toGreeter(value) : value;
  }
  for (const { name, line } of answer.computed) {
    const message = `${name} is computed, but the profile is never run`;
    findings.push({ ...refusal('profile-python', message, { hint: jsonHint(draft) }), ...at(line) });
  }
  if (findings.length > 0) return { findings: limitFindings(findings, 0), source };
  // The values are checked in the same way as in a JSON definition.
  const read = readDefinition(source.name, JSON.stringify(definitionOf(draft)));
  const lines = new Map(answer.found.map(({ name, line }) => [name as string, line]));
  const placed = read.findings.map((finding) => {
    const name = [...lines.keys()].find((key) => finding.message.includes(key)) ?? 'packages';
    return { ...finding, ...at(lines.get(name) ?? 1) };
  });
  return {
    ...defined({ definition: read.definition }),
    findings: placed,
    source,
  };
}

function toGreeter(value: FoundList['value']): FoundList['value'] {
  return typeof value === 'string' ? (ownValue(greeterNames, value.toLowerCase()) ?? value) : value;
}

/** Returns the definition. A profile with a login screen is a desktop profile. */
function definitionOf(draft: Draft): Partial<Record<keyof ProfileDefinition, unknown>> {
  return { ...(typeof draft.default_greeter === 'string' ? { main: 'desktop' } : {}), ...draft };
}

function jsonHint(draft: Draft): string {
  const example = { packages: ['…'], services: ['…'], ...definitionOf(draft) };
  return `write the profile as JSON: ${JSON.stringify(example)}`;
}

function parseAnswer(text: string): Answer | undefined {
  try {
    return JSON.parse(text) as Answer;
  } catch {
    return undefined;
  }
}
