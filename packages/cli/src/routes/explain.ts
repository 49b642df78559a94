import { HttpError, type Router } from '@writ/http';
import type { Explanation } from '@writ/http/kernel';
import { forceExit } from '../process/force-exit.ts';
import { exitStatus } from '../process/exit-status.ts';
import { renderExplanation } from './render-explanation.ts';
import { openRouters } from './open-routers.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { explainCommand } from './commands.ts';
import { readSubject } from './subject-arguments.ts';
import { printMessage } from '../process/standard-error.ts';

/** `writ explain GET /notes/7 FILE…` or `--prefix=…`: explains which route answers a request, and why. */
export async function run(argv: readonly string[]): Promise<number> {
  const { operands, prefixes, format, strict } = readSubject(explainCommand, argv, 2);
  const [method = '', target = '', ...files] = operands;
  if (!/^[a-z][a-z-]*$/i.test(method)) throw new UsageError('invalid METHOD: pass a method, such as GET');
  if (!target.startsWith('/')) throw new UsageError('invalid PATH: pass a path, such as /notes/7');
  const routers = await openRouters({ files, prefixes, strict });
  if (typeof routers === 'number') return forceExit(routers);
  try {
    const explanation = explainAll(routers, method.toUpperCase(), target);
    const text =
      format === 'json' ? JSON.stringify(explanation, undefined, 2) : renderExplanation(explanation);
    process.stdout.write(`${text}\n`);
    return forceExit(
      explanation.plan === undefined && !isOptions(explanation) ? exitStatus.findings : exitStatus.done,
    );
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    printMessage(`${error.status}: ${error.message}`, 'writ explain');
    return forceExit(exitStatus.findings);
  }
}

/**
 * Returns the explanation from the first router that answers; if no router answers, the candidates from all routers.
 */
function explainAll(routers: readonly Router[], method: string, target: string): Explanation {
  const all = routers.map((router) => router.explain(method, target));
  const answered = all.find(({ plan }) => plan !== undefined);
  if (answered !== undefined) return answered;
  const allow = new Set(all.flatMap((each) => each.allow));
  return {
    ...all[0]!,
    candidates: all.flatMap(({ candidates }) => candidates),
    allow: [...allow].toSorted(),
  };
}

/** Whether the request is an OPTIONS request that is answered automatically. */
function isOptions({ method, allow }: Explanation): boolean {
  return method === 'OPTIONS' && allow.length > 0;
}
