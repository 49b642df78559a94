import { resolve } from 'node:path';
import { defined } from '@writ/diagnostics/internal';
import { readDuration } from '../command-line/quantities.ts';
import { readArguments } from '../command-line/read-arguments.ts';
import { readDatabaseUrl, readHostName, readImagesFolder, type Environment } from '../service/settings.ts';
import { workerCommand } from './command.ts';

/** Settings of `writ worker` from options and environment. */
export interface WorkerSettings {
  /** The address of the PostgreSQL database from `WRIT_DATABASE_URL`. */
  readonly databaseUrl: string;
  /** The name of this machine. */
  readonly host: string;
  /** Absolute path of the images folder. */
  readonly images: string;
  /** Maximum number of installations at the same time. */
  readonly slots: number;
  readonly labels: Readonly<Record<string, string>>;
  readonly devices: boolean;
  /** Milliseconds for which running installations may end before they are interrupted. */
  readonly drain: number;
  /** Whether messages are JSON. */
  readonly logsJson: boolean;
  /** Absolute path of the file in `WRIT_SEAL_KEY_FILE`, with the key that opens sealed secrets. */
  readonly sealKeyFile?: string;
}

const MOST_SLOTS = 64;
const LABEL = /^(?<key>[A-Za-z0-9][A-Za-z0-9._/-]{0,62})=(?<value>[^\p{C}]{0,255})$/u;

/**
 * Reads the settings; returns all usage errors together if there are any.
 *
 * @throws {UsageError} for unknown options
 */
export function readSettings(
  argv: readonly string[],
  environment: Environment,
): WorkerSettings | readonly string[] {
  const problems: string[] = [];
  const { values } = readArguments(workerCommand, argv);
  const { slots, label, host: option, 'allow-devices': devices } = values;
  const databaseUrl = readDatabaseUrl(environment, problems) ?? '';
  if (databaseUrl === '' && problems.length === 0)
    problems.push("missing WRIT_DATABASE_URL: set it to the address of the servers' database");
  const drain = readDuration('--drain', values.drain, problems) ?? 0;
  const count = Number(slots);
  if (!/^\d{1,2}$/.test(slots) || count < 1 || count > MOST_SLOTS)
    problems.push(`invalid --slots ${JSON.stringify(slots)}: use a number from 1 to ${MOST_SLOTS}`);
  const labels = readLabels(label, problems);
  const host = readHostName(option, problems);
  if (problems.length > 0) return problems;
  const sealKeyFile = environment['WRIT_SEAL_KEY_FILE'] || undefined;
  return {
    databaseUrl,
    host,
    images: readImagesFolder(environment),
    slots: count,
    labels,
    devices,
    drain,
    logsJson: values['log-format'] === 'json',
    ...defined({ sealKeyFile: sealKeyFile && resolve(sealKeyFile) }),
  };
}

function readLabels(given: readonly string[], problems: string[]): Record<string, string> {
  const labels = new Map<string, string>();
  for (const text of given) {
    const { key, value } = LABEL.exec(text)?.groups ?? {};
    if (key === undefined || value === undefined)
      problems.push(`invalid --label ${JSON.stringify(text)}: use KEY=VALUE, such as rack=3`);
    else if (labels.has(key)) problems.push(`the label ${key} is passed twice`);
    else labels.set(key, value);
  }
  return Object.fromEntries(labels);
}
