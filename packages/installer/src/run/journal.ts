import { open, readFile, type FileHandle } from 'node:fs/promises';

/** A package as it was resolved: what a resumed run expects in the tree. */
export interface ResolvedPackage {
  readonly name: string;
  readonly version: string;
  readonly architecture: string;
  readonly repository: string;
  readonly file: string;
  readonly sha256: string;
  /** Bytes of the packed file. */
  readonly size: number;
  /** Bytes once installed. */
  readonly installedSize: number;
}

/** One line of the journal. */
export type JournalRecord =
  | {
      readonly kind: 'open';
      readonly version: 1;
      /** The plan's digest. */
      readonly plan: string;
      /** The target's identity. */
      readonly target: string;
      /** Of this start of the machine: after another one, what was not written through may be gone. */
      readonly boot: string;
      readonly time: string;
    }
  | { readonly kind: 'resolved'; readonly packages: readonly ResolvedPackage[] }
  /** Which of the plan's mirrors were chosen. */
  | { readonly kind: 'mirrors'; readonly chosen: readonly string[] }
  | { readonly kind: 'start' | 'done' | 'skipped'; readonly operation: string }
  | {
      readonly kind: 'failed';
      readonly operation: string;
      readonly message: string;
      /** Its command did not end by itself. */
      readonly half: boolean;
    };

/** Append-only; a record that was appended has reached the disk. */
export interface Journal {
  append(record: JournalRecord): Promise<void>;
  close(): Promise<void>;
}

/**
 * The records of a journal; undefined when there is none. The last line may have been cut off by a power
 * cut: it is left out. Any other damage throws.
 */
export async function readJournal(path: string): Promise<JournalRecord[] | undefined> {
  const text = await textOf(path);
  if (text === undefined) return undefined;
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  return whole
    .split('\n')
    .slice(0, -1)
    .map((line, index) => {
      const record = parsed(line);
      const { kind, version } = fieldsOf(record);
      if (kind === 'open' && version !== 1) {
        throw new Error(`${path} was written by another version of Writ`);
      }
      if (!isRecord(record)) throw new Error(`line ${index + 1} of ${path} is not what Writ writes`);
      return record;
    });
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function isRecord(value: unknown): value is JournalRecord {
  const fields = fieldsOf(value);
  switch (fields['kind']) {
    case 'open':
      return areTexts(['plan', 'target', 'boot', 'time'].map((name) => fields[name]));
    case 'resolved':
      return Array.isArray(fields['packages']) && fields['packages'].every(isPackage);
    case 'mirrors':
      return Array.isArray(fields['chosen']) && areTexts(fields['chosen']);
    case 'start':
    case 'done':
    case 'skipped':
      return typeof fields['operation'] === 'string';
    case 'failed':
      return areTexts([fields['operation'], fields['message']]) && typeof fields['half'] === 'boolean';
    default:
      return false;
  }
}

function isPackage(value: unknown): boolean {
  const fields = fieldsOf(value);
  const texts = ['name', 'version', 'architecture', 'repository', 'file', 'sha256'];
  return (
    areTexts(texts.map((name) => fields[name])) &&
    ['size', 'installedSize'].every((name) => typeof fields[name] === 'number')
  );
}

function areTexts(values: readonly unknown[]): boolean {
  return values.every((value) => typeof value === 'string');
}

export async function openJournal(path: string, mode: 'new' | 'continue'): Promise<Journal> {
  const file = await open(path, mode === 'new' ? 'w' : 'a+', 0o600);
  if (mode === 'continue') await dropTornLine(path, file);
  return {
    append: async (record) => {
      await file.appendFile(`${JSON.stringify(record)}\n`);
      await file.datasync();
    },
    close: () => file.close(),
  };
}

async function dropTornLine(path: string, file: FileHandle): Promise<void> {
  const bytes = await readFile(path);
  await file.truncate(bytes.lastIndexOf(0x0a) + 1);
}

async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
