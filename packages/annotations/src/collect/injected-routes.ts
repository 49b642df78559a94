import { defined } from '@writ/diagnostics/internal';
import type { Route } from '@writ/http';
import type { AccessRules, Binding, Component, Scope } from '@writ/http/kernel';
import { injectComponent } from '../components/component.ts';
import type { Injector } from '../injection/injector.ts';

type Inject = <T>(component: Component<T>) => Component<T>;

/**
 * Returns copies of the routes in which the injector creates the instances of injectable components. Each component is
 * injected once.
 */
export function injectRoutes(routes: readonly Route[], injector: Injector): readonly Route[] {
  const done = new Map<Component<unknown>, Component<unknown>>();
  const inject: Inject = <T>(component: Component<T>) => {
    const known = done.get(component) ?? injectComponent(component, injector);
    done.set(component, known);
    return known as Component<T>;
  };
  return routes.map((route) => ({
    ...route,
    bindings: route.bindings.map((binding) => injectBinding(binding, inject)),
    ...defined({ scopes: route.scopes?.map((scope) => injectScope(scope, inject)) }),
  }));
}

function injectBinding(binding: Binding, inject: Inject): Binding {
  if (binding.source === 'bean') {
    return {
      ...binding,
      parameters: binding.parameters.map((each) => injectBinding(each, inject)),
      fields: binding.fields.map((field) => ({ ...field, binding: injectBinding(field.binding, inject) })),
    };
  }
  if ('reader' in binding && binding.reader !== undefined)
    return { ...binding, reader: inject(binding.reader) };
  if ('provider' in binding && binding.provider !== undefined)
    return { ...binding, provider: inject(binding.provider) };
  return binding;
}

function injectScope({ reader, writer, handlers, events, access, ...rest }: Scope, inject: Inject): Scope {
  return {
    ...rest,
    ...(reader && { reader: inject(reader) }),
    ...(writer && { writer: inject(writer) }),
    ...(handlers && { handlers: handlers.map(inject) }),
    ...(events && { events: events.map((each) => ({ ...each, event: inject(each.event) })) }),
    ...(access && { access: injectAccess(access, inject) }),
  };
}

function injectAccess({ authenticate, authorize, ...rest }: AccessRules, inject: Inject): AccessRules {
  return {
    ...rest,
    ...(authenticate && { authenticate: inject(authenticate) }),
    ...(authorize && { authorize: inject(authorize) }),
  };
}
