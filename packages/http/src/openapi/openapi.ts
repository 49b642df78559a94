import { METHODS_OF_ANY } from '../contract/methods.ts';
import { defined } from '@writ/diagnostics/internal';
import type { ErrorCode } from '../errors/table.ts';
import { flattenPlans } from '../binding/binding-plan.ts';
import type { Resolved, ResolvedRouter } from '../plan/resolved.ts';
import type { Route } from '../contract/route.ts';
import { covers } from '../routing/covers.ts';
import { parsePattern } from '../routing/pattern.ts';
import { PatternTable } from '../routing/pattern-table.ts';
import type {
  HttpMethod,
  Info,
  OpenapiDocument,
  Operation,
  PathItem,
  ServerObject,
} from './document/document.ts';
import { resolveForms } from './path-forms.ts';
import { mergeOperations } from './document/merge.ts';
import { nameByPath, declaredName, uniqueNames } from './operation-id.ts';
import { describeOperation, type OperationRequest } from './operation.ts';
import { PathNames } from './path-names.ts';
import { errorContent, type ErrorBody } from './error-body.ts';
import type { ResponseContext } from './documented-responses.ts';
import { errorResponses } from './responses.ts';
import { NamedSchemas } from './schema/named-schemas.ts';
import { securityOf, SecuritySchemes } from './security.ts';
import { printForm, formShape, variablesIn, type PathForm } from './path-template.ts';

/** Options for an OpenAPI document. */
export interface OpenapiOptions {
  readonly info: Info;
  /**
   * Addresses of the API (default: those of the first `serveOpenapi` for the router, otherwise the origin of the
   * document).
   */
  readonly servers?: readonly ServerObject[];
  /** Selects the routes to describe (default: those of the first `serveOpenapi` for the router, otherwise all). */
  readonly include?: (route: Route) => boolean;
  /**
   * The bodies of errors, if an exception handler writes them (default: those set by `serveOpenapi` for the router,
   * otherwise problem documents).
   */
  readonly errors?: ErrorBody;
}

type ServedOptions = Pick<OpenapiOptions, 'servers' | 'include' | 'errors'>;

/** The options of the documents that routers serve. */
const served = new WeakMap<ResolvedRouter, ServedOptions>();

/**
 * Records the options of a document that a router serves, for documents that are created later, such as by `writ
 * client`. If a router serves several documents, the first determines the routes and servers, and the last one with
 * `errors` the errors.
 */
export function recordOptions(router: ResolvedRouter, { servers, include, errors }: OpenapiOptions): void {
  const first = served.get(router) ?? defined({ servers, include });
  served.set(router, { ...first, ...defined({ errors }) });
}

/**
 * Creates the OpenAPI 3.1 document of a router, including its mounted matchers. Omits routes that are `hidden` or deny
 * all requests, and methods that OpenAPI does not support, such as PROPFIND. Throws `StartupError` if routes are
 * invalid.
 */
export function openapi(router: ResolvedRouter, options: OpenapiOptions): OpenapiDocument {
  const { info, servers, include, errors } = options;
  return describeRouter(router, { ...served.get(router), info, ...defined({ servers, include, errors }) });
}

/** Creates the document that a router serves, whose routes and servers do not depend on other documents. */
export function servedDocument(router: ResolvedRouter, options: OpenapiOptions): OpenapiDocument {
  return describeRouter(router, { ...defined({ errors: served.get(router)?.errors }), ...options });
}

function describeRouter(
  router: ResolvedRouter,
  { info, servers, include = () => true, errors }: OpenapiOptions,
): OpenapiDocument {
  const named = new NamedSchemas();
  const context: ResponseContext = {
    named,
    errors: errorContent(errors, named, router.toolkit.problems.base),
    ...defined({ statuses: errors?.statuses }),
  };
  const schemes = new SecuritySchemes();
  const requests = listRequests(router.resolved(), schemes, include);
  const paths = new PathNames(requests.map(({ form }) => form));
  const refused = new Set<ErrorCode>();
  const operations = new Map<string, FoundOperation>();
  for (const each of requests) {
    const { operation, refused: codes } = describeOperation(each, paths.namesOf(each.form), context);
    for (const code of codes) refused.add(code);
    const key = `${each.method} ${formShape(each.form)}`;
    const known = operations.get(key);
    if (known === undefined) operations.set(key, { request: each, operation });
    else
      operations.set(key, { request: known.request, operation: mergeOperations(known.operation, operation) });
  }
  const found = [...operations.values()];
  const responses = errorResponses(refused, context);
  const securitySchemes = schemes.all();
  const tags = [...new Set(found.flatMap(({ operation }) => operation.tags ?? []))];
  return {
    openapi: '3.1.1',
    info,
    ...defined({ servers }),
    ...(tags.length === 0 ? {} : { tags: tags.map((name) => ({ name })) }),
    paths: toPathItems(found, paths),
    components: {
      schemas: named.all(),
      responses,
      ...(Object.keys(securitySchemes).length === 0 ? {} : { securitySchemes }),
    },
  };
}

interface FoundOperation {
  readonly request: OperationRequest;
  readonly operation: Omit<Operation, 'operationId'>;
}

function toPathItems(found: readonly FoundOperation[], paths: PathNames): Record<string, PathItem> {
  const forms = new Map<OperationRequest['route'], Set<string>>();
  for (const { request } of found) {
    const shapes = forms.get(request.route) ?? new Set();
    forms.set(request.route, shapes.add(`${request.method} ${formShape(request.form)}`));
  }
  const ids = uniqueNames(
    found.map(({ request: { route, method, form } }) => ({
      own: forms.get(route)!.size === 1 ? declaredName(route) : undefined,
      byPath: nameByPath(method, form),
    })),
  );
  const items: Record<string, Partial<Record<HttpMethod, Operation>>> = {};
  for (const [index, { request, operation }] of found.entries()) {
    const path = printForm(request.form, paths.namesOf(request.form));
    const item = (items[path] ??= {});
    item[request.method.toLowerCase() as HttpMethod] = { operationId: ids[index]!, ...operation };
  }
  return items;
}

const METHODS: ReadonlySet<string> = new Set([
  'GET',
  'PUT',
  'POST',
  'DELETE',
  'OPTIONS',
  'HEAD',
  'PATCH',
  'TRACE',
]);

/**
 * Lists the routes to describe, in all their forms and methods. `ANY` is expanded to the methods that no other route
 * with this path supports.
 */
function listRequests(
  { matchers, plans }: Resolved,
  schemes: SecuritySchemes,
  include: (route: Route) => boolean,
): readonly OperationRequest[] {
  const listed = matchers.flatMap((matcher) =>
    matcher.routes.flatMap((route) => {
      if (route.hidden || !include(route) || (route.method !== 'ANY' && !METHODS.has(route.method)))
        return [];
      const plan = plans.get(route)!;
      const bindings = flattenPlans(plan.bindings).map(({ binding }) => binding);
      const isPattern = matcher instanceof PatternTable;
      return resolveForms(route, bindings, isPattern).flatMap((form) => {
        const appliedFilters = plan.filters.filter(({ pattern }) =>
          applies(pattern, form, isPattern, route.path),
        );
        const security = securityOf(
          plan,
          appliedFilters.map(({ filter }) => filter),
          schemes,
        );
        return security.isDenied ? [] : [{ route, plan, form, bindings, security }];
      });
    }),
  );
  const named = new Set(listed.map(({ route, form }) => `${route.method} ${formShape(form)}`));
  return listed.flatMap((each) => {
    const { route, form } = each;
    if (route.method !== 'ANY') return [{ ...each, method: route.method }];
    const freeMethods = METHODS_OF_ANY.filter((method) => !named.has(`${method} ${formShape(form)}`));
    return freeMethods.map((method) => ({ ...each, method }));
  });
}

/** Whether a filter applies to all paths of a form. A filter for only some of the paths is not documented. */
function applies(text: string | undefined, form: PathForm, isPattern: boolean, path: string): boolean {
  if (text === undefined) return true;
  const pattern = parsePattern(text);
  if (isPattern && covers(pattern, parsePattern(path))) return true;
  const plain = form.map((pieces) =>
    pieces.flatMap((piece): PathForm[number] => {
      if (typeof piece !== 'string') return piece.isMatrix ? [] : [piece];
      return [decodeURIComponent(piece).replaceAll(/[\\{}:?#/]/g, String.raw`\$&`)];
    }),
  );
  const names = new Map(variablesIn(form).map((variable, index) => [variable, `v${index}`]));
  return covers(pattern, parsePattern(printForm(plain, (variable) => names.get(variable)!)));
}
