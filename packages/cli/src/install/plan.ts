import { renderJson } from '@writ/diagnostics';
import { exitStatuses, planInstallation, renderPlan } from '@writ/installer';
import { exitStatus } from '../process/exit-status.ts';
import { planArguments } from './options.ts';
import { reportFindings } from './report.ts';
import { UsageError } from '../command-line/usage-error.ts';

/** `writ plan`: what an installation would do. Reads files only. */
export async function run(argv: readonly string[]): Promise<number> {
  try {
    const { request, format } = await planArguments(argv);
    const result = await planInstallation(request);
    const { plan, findings } = result;
    if (format === 'text') reportFindings(result);
    if (plan !== undefined) process.stdout.write(renderPlan(plan, format));
    else if (format === 'json') process.stdout.write(renderJson(request.config.file, findings));
    return exitStatuses[result.outcome];
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`writ plan: ${error.message}\n`);
    return exitStatus.usage;
  }
}
