import { SourceText, type Diagnostic } from '@writ/diagnostics';
import type { DefaultGreeter, ProfileDefinition } from '../data/definition.ts';
import { redactor } from '../run/commands/redact.ts';
import { runProcess, succeeded } from '../run/commands/process.ts';
import { refusal } from '../refusal.ts';
import { readDefinition, type ReadDefinition } from './definition.ts';
import { script } from './literals.ts';

/** Milliseconds. */
const LIMIT = 5000;

interface Found {
  readonly name: 'packages' | 'services' | 'default_greeter';
  readonly line: number;
  readonly value: readonly string[] | string | null;
}

type Answer =
  | { readonly error: string; readonly line: number }
  | { readonly found: readonly Found[]; readonly computed: readonly Pick<Found, 'name' | 'line'>[] };

/** How the original program calls login screens, in lower case. */
const greeterNames: Readonly<Record<string, DefaultGreeter>> = {
  lightdm: 'lightdm',
  'lightdm-gtk-greeter': 'lightdm',
  lightdmslick: 'lightdm-slick',
  'lightdm-slick': 'lightdm-slick',
  'lightdm-slick-greeter': 'lightdm-slick',
  sddm: 'sddm',
  gdm: 'gdm',
};

export interface PythonOptions {
  readonly signal?: AbortSignal | undefined;
  /** Where programs are looked for. */
  readonly path?: string;
}

/** Reads the lists that stand in a Python profile in so many words. The file is parsed, and never run. */
export async function readPython(
  file: string,
  text: Uint8Array,
  { signal, path = process.env['PATH'] ?? '' }: PythonOptions = {},
): Promise<ReadDefinition> {
  const source = new SourceText(file, new TextDecoder().decode(text));
  const end = await runProcess({
    argv: ['python3', '-I', '-c', script],
    environment: { PATH: path, LC_ALL: 'C.UTF-8' },
    input: () => source.text,
    limit: LIMIT,
    redactor: redactor([]),
    capture: true,
    ...(signal === undefined ? {} : { signal }),
  });
  const refused = (message: string, found: Draft = {}): ReadDefinition => ({
    findings: [
      { ...refusal('profile-python', message, { hint: asJson(found) }), file, pointer: '/profile/path' },
    ],
    source,
  });
  if (end.end === 'not-started') {
    return refused('python3 is not on this machine, and without it a Python profile cannot be read');
  }
  if (end.end === 'limit') return refused('python3 could not read the profile within 5 seconds');
  const answer = succeeded(end) ? answerIn(end.stdout) : undefined;
  if (answer === undefined)
    return refused(`python3 could not read the profile: ${end.tail.at(-1) ?? end.end}`);
  return judge(answer, source);
}

type Draft = { [key in Found['name']]?: Found['value'] };

function judge(answer: Answer, source: SourceText): ReadDefinition {
  const at = (line: number): Pick<Diagnostic, 'file' | 'range'> => {
    const start = source.offsetAt(line, 1);
    const end = line < source.lineCount ? source.offsetAt(line + 1, 1) - 1 : source.text.length;
    return { file: source.name, range: source.rangeAt(start, end) };
  };
  if ('error' in answer) {
    const message = `the profile is no Python: ${answer.error}`;
    return { findings: [{ ...refusal('profile-python', message), ...at(answer.line) }], source };
  }
  const draft: Draft = {};
  const findings: Diagnostic[] = [];
  for (const { name, line, value } of answer.found) {
    if (name in draft) {
      const message = `${name} stands twice in the profile: which one counts is not to be seen`;
      findings.push({ ...refusal('profile-python', message), ...at(line) });
    }
    draft[name] = name === 'default_greeter' ? greeterOf(value) : value;
  }
  for (const { name, line } of answer.computed) {
    const message = `${name} is computed: only running the profile would tell it, and it is not run`;
    findings.push({ ...refusal('profile-python', message, { hint: asJson(draft) }), ...at(line) });
  }
  if (findings.length === 0 && draft.packages === undefined) {
    const message = 'the profile has no list of packages';
    findings.push({ ...refusal('profile-python', message, { hint: asJson(draft) }), ...at(1) });
  }
  if (findings.length > 0) return { findings, source };
  // The same rules as for JSON: a name is a name, and a login screen one of those there are.
  const read = readDefinition(source.name, JSON.stringify(definitionOf(draft)));
  const lines = new Map(answer.found.map(({ name, line }) => [name as string, line]));
  const placed = read.findings.map((finding) => {
    const name = [...lines.keys()].find((key) => finding.message.includes(key)) ?? 'packages';
    return { ...finding, ...at(lines.get(name) ?? 1) };
  });
  return {
    ...(read.definition === undefined ? {} : { definition: read.definition }),
    findings: placed,
    source,
  };
}

function greeterOf(value: Found['value']): Found['value'] {
  return typeof value === 'string' ? (greeterNames[value.toLowerCase()] ?? value) : value;
}

/** A profile with a login screen is a desktop's. */
function definitionOf(draft: Draft): Partial<Record<keyof ProfileDefinition, unknown>> {
  return { ...(typeof draft.default_greeter === 'string' ? { main: 'desktop' } : {}), ...draft };
}

function asJson(draft: Draft): string {
  const example = { packages: ['…'], services: ['…'], ...definitionOf(draft) };
  return `write the profile as JSON: ${JSON.stringify(example)}`;
}

function answerIn(text: string): Answer | undefined {
  try {
    return JSON.parse(text) as Answer;
  } catch {
    return undefined;
  }
}
