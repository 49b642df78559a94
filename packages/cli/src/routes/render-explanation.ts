import type { ExplainedPart, ExplainedPlan, Explanation } from '@writ/http/kernel';
import { alignColumns } from '../printing/columns.ts';
import { renderLocation } from '../printing/location.ts';
import { toTypedPath } from '../printing/typed-path.ts';

/** Renders the candidates and the plan of the matching route as text. */
export function renderExplanation({ method, path, candidates, allow, plan }: Explanation): string {
  const considered = alignColumns(
    candidates.map(({ route, handler, chosen, why, origin }) => [
      chosen ? '  ->' : '',
      handler,
      route,
      why,
      renderLocation(origin),
    ]),
  );
  return [
    `${method} ${path}`,
    '',
    considered.length === 0 ? 'considered: no route matches this path' : 'considered',
    ...considered,
    '',
    ...(plan === undefined ? [renderUnmatched(method, allow)] : renderPlan(plan)),
  ].join('\n');
}

function renderUnmatched(method: string, allow: readonly string[]): string {
  if (allow.length === 0) return 'not answered: 404';
  const methods = allow.join(', ');
  return method === 'OPTIONS'
    ? `answered automatically: 204, allowed: ${methods}`
    : `not answered: 405, allowed: ${methods}`;
}

const SECTIONS = [
  'limits',
  'filters',
  'access',
  'readers',
  'bindings',
  'writers',
  'headers',
  'events',
  'handlers',
] as const satisfies readonly (keyof ExplainedPlan)[];

function renderPlan(plan: ExplainedPlan): readonly string[] {
  const { row } = plan;
  const place = renderLocation(row.origin);
  const cells = SECTIONS.flatMap((name) =>
    plan[name].map(({ what, from, origin }: ExplainedPart, index) => [
      index === 0 ? `  ${name}` : '',
      what,
      from,
      renderLocation(origin),
    ]),
  );
  const declared = [
    ...row.consumes.map((type) => ['', `consumes ${type}`, row.handler]),
    ...row.produces.map((type) => ['', `produces ${type}`, row.handler]),
  ];
  return [
    `answered by ${row.handler}${place === '' ? '' : `, ${place}`} (${row.from})`,
    ...alignColumns([
      ['  pattern', `${row.method} ${toTypedPath(row).path}`],
      ...declared.map((cell, index) => [index === 0 ? '  media' : '', ...cell.slice(1)]),
      ...cells,
    ]),
  ];
}
