import { Secret } from '@writ/diagnostics';
import { defined } from '@writ/diagnostics/internal';
import {
  install,
  type InstallRequest,
  type InstallResult,
  type PlanRequest,
  type PreparedPlan,
} from '@writ/installer';
import type { Planner } from './planner.ts';
import type { PreparationInput } from './tasks.ts';

/** Returns an installer whose plans the planner creates, so that other requests can be answered in the meantime. */
export function createInstaller(
  planner: Pick<Planner, 'prepare'>,
): (request: InstallRequest) => Promise<InstallResult> {
  return (request) => install(request, { prepare: (planned, wipe) => prepareWith(planner, planned, wipe) });
}

async function prepareWith(
  planner: Pick<Planner, 'prepare'>,
  request: PlanRequest,
  wipe: boolean,
): Promise<PreparedPlan> {
  const { signal = new AbortController().signal } = request;
  try {
    const { secrets, ...prepared } = await planner.prepare(toPlainInput(request), wipe, signal);
    return {
      ...prepared,
      sources: [],
      secrets: new Map([...secrets].map(([name, text]) => [name, new Secret(text)])),
      // Failures of an installation do not contain excerpts of its configuration.
      locate: (finding) => finding,
    };
  } catch (error) {
    if (!signal.aborted) throw error;
    return {
      outcome: 'interrupted',
      findings: [],
      sources: [],
      secrets: new Map(),
      missingSecrets: [],
      locate: (finding) => finding,
    };
  }
}

/**
 * Returns the members that are sent to a thread. A request to install also contains functions, which cannot be sent.
 */
function toPlainInput(request: PlanRequest): PreparationInput {
  const { config, creds, advanced, strict, targets, facts, firmware, imageSize } = request;
  const { seed, commandLimit, mirror, cache, hashedLogins, profile, localFiles } = request;
  return {
    config,
    ...defined({ creds, advanced, strict, targets, facts, firmware, imageSize }),
    ...defined({ seed, commandLimit, mirror, cache, hashedLogins, profile, localFiles }),
  };
}
