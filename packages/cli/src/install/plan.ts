import { renderJson } from '@writ/diagnostics';
import { exitStatuses, planInstallation, renderPlan } from '@writ/installer';
import { readPlanArguments } from './arguments.ts';
import { reportFindings } from './report.ts';

/** `writ plan`: prints the plan of an installation without writing files. */
export async function run(argv: readonly string[]): Promise<number> {
  const { request, format } = await readPlanArguments(argv);
  const result = await planInstallation(request);
  const { plan, findings } = result;
  if (format === 'text') reportFindings(result);
  if (plan !== undefined) process.stdout.write(renderPlan(plan, format));
  else if (format === 'json') process.stdout.write(renderJson(request.config.file, findings));
  return exitStatuses[result.outcome];
}
