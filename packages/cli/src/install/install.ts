import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { printable } from '@writ/diagnostics';
import { defined } from '@writ/diagnostics/internal';
import {
  exitStatuses,
  install,
  renderPlan,
  type EventSink,
  type InstallResult,
  type Plan,
} from '@writ/installer';
import { isConsent, createQuestions } from './consent.ts';
import { createEventWriter } from './event-file.ts';
import { readInstallArguments, type InstallArguments } from './arguments.ts';
import { renderFailure, createProgressPrinter } from './progress.ts';
import { reportFindings } from './report.ts';
import { ignoreBrokenPipe } from '../process/broken-pipe.ts';
import { printMessage, writeStandardError } from '../process/standard-error.ts';

/**
 * `writ install`: checks, plans, asks for consent and installs. After SIGINT, SIGTERM or SIGHUP, it cleans up, and the
 * installation can be resumed.
 */
export async function run(argv: readonly string[]): Promise<number> {
  const given = await readInstallArguments(argv);
  if (given.ssh === undefined) return installWith(given);
  ignoreBrokenPipe();
  const { installOverSsh } = await import('./ssh/run.ts');
  const [printer] = printers(given);
  // The host prints a failure itself, with the findings.
  const print: EventSink = (event) => event.type === 'failure' || printer?.(event);
  return installOverSsh(argv, given, [print, ...eventWriters(given)]);
}

function printers({ quiet }: InstallArguments): EventSink[] {
  return quiet ? [] : [createProgressPrinter(process.stderr)];
}

async function installWith(given: InstallArguments): Promise<number> {
  // A full disk or a closed pipe (`| head`) for the output must not abort the installation.
  if (!given.dryRun) ignoreBrokenPipe();
  const stop = new AbortController();
  const onSignal = (): void => {
    if (stop.signal.aborted) {
      // Child processes die with this process; the next run cleans up and can resume, as after a kill.
      printMessage('aborted; run again with --resume to continue');
      process.exit(exitStatuses.interrupted);
    }
    writeStandardError('\n');
    printMessage('stopping and cleaning up (interrupt again to abort)');
    stop.abort();
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, onSignal);
  try {
    const sinks = [...printers(given), ...eventWriters(given)];
    const { request, yes, wipe, dryRun, resume, rerunCommand, planSha256, minRate, lock } = given;
    const result = await install({
      ...request,
      yes,
      wipe,
      dryRun,
      resume,
      rerunCommand,
      ...defined({ planSha256, minRate, lock }),
      signal: stop.signal,
      confirm: (plan) => askConsent(plan, given, stop.signal),
      onEvent: (event) => {
        for (const sink of sinks) sink(event);
      },
    });
    printResult(result, given);
    return exitStatuses[result.outcome];
  } finally {
    for (const signal of signals) process.off(signal, onSignal);
  }
}

function eventWriters({ events, request, lock }: InstallArguments): EventSink[] {
  if (events === undefined) return [];
  if (events === '-') return [(event) => void process.stdout.write(`${JSON.stringify(event)}\n`)];
  const { config, creds, facts } = request;
  const inputs = [config, creds, facts, lock].filter((input) => typeof input === 'object');
  return [
    createEventWriter(
      events,
      inputs.map(({ file }) => file),
    ),
  ];
}

/** Asks for consent; returns false without a terminal, or if a file was read from standard input. */
async function askConsent(
  plan: Plan,
  { stdinTaken }: InstallArguments,
  signal: AbortSignal,
): Promise<boolean> {
  if (stdinTaken || !process.stdin.isTTY || !process.stderr.isTTY) return false;
  writeStandardError(renderPlan(plan, 'summary'));
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // A terminal in raw mode sends Ctrl-C as a character.
  terminal.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  const closed = once(terminal, 'close').then(() => '');
  try {
    for (const question of createQuestions(plan)) {
      const typed = await Promise.race([terminal.question(`\n${question.text}`, { signal }), closed]);
      if (!isConsent(question, typed)) return false;
    }
    return true;
  } catch {
    // The question was interrupted.
    return false;
  } finally {
    terminal.close();
  }
}

function printResult(result: InstallResult, { dryRun, format, quiet, events }: InstallArguments): void {
  reportFindings(result);
  const { outcome, plan, failure, milliseconds } = result;
  if (outcome === 'done' && dryRun && plan !== undefined) {
    // With --events -, standard output contains only events.
    (events === '-' ? process.stderr : process.stdout).write(renderPlan(plan, format));
  }
  if (outcome === 'done' && !dryRun && !quiet && plan !== undefined) {
    writeStandardError(`${plan.target.path} is complete, after ${Math.ceil(milliseconds / 1000)} s.\n`);
  }
  if (quiet && outcome === 'failed' && failure !== undefined) {
    printMessage(printable(renderFailure(failure)), 'writ install');
  }
  if (outcome === 'interrupted') {
    printMessage('interrupted; run the same command with --resume to continue');
  }
}
