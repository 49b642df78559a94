import { defined } from '@writ/diagnostics/internal';
import type { Route } from '@writ/http';
import type { AccessRules, Binding, Component, Scope } from '@writ/http/kernel';
import { injectedBy } from '../components/component.ts';
import type { Injector } from '../injection/injector.ts';

type Inject = <T>(component: Component<T>) => Component<T>;

/** The routes with all that is named for them made by the injector; of each component one. */
export function injectedRoutes(routes: readonly Route[], injector: Injector): readonly Route[] {
  const done = new Map<Component<unknown>, Component<unknown>>();
  const inject: Inject = <T>(component: Component<T>) => {
    const known = done.get(component) ?? injectedBy(component, injector);
    done.set(component, known);
    return known as Component<T>;
  };
  return routes.map((route) => ({
    ...route,
    bindings: route.bindings.map((binding) => ofBinding(binding, inject)),
    ...defined({ scopes: route.scopes?.map((scope) => ofScope(scope, inject)) }),
  }));
}

function ofBinding(binding: Binding, inject: Inject): Binding {
  if (binding.source === 'bean') {
    return {
      ...binding,
      parameters: binding.parameters.map((each) => ofBinding(each, inject)),
      fields: binding.fields.map((field) => ({ ...field, binding: ofBinding(field.binding, inject) })),
    };
  }
  if ('reader' in binding && binding.reader !== undefined)
    return { ...binding, reader: inject(binding.reader) };
  if ('provider' in binding && binding.provider !== undefined)
    return { ...binding, provider: inject(binding.provider) };
  return binding;
}

function ofScope({ reader, writer, handlers, events, access, ...rest }: Scope, inject: Inject): Scope {
  return {
    ...rest,
    ...(reader && { reader: inject(reader) }),
    ...(writer && { writer: inject(writer) }),
    ...(handlers && { handlers: handlers.map(inject) }),
    ...(events && { events: events.map((each) => ({ ...each, event: inject(each.event) })) }),
    ...(access && { access: ofAccess(access, inject) }),
  };
}

function ofAccess({ authenticate, authorize, ...rest }: AccessRules, inject: Inject): AccessRules {
  return {
    ...rest,
    ...(authenticate && { authenticate: inject(authenticate) }),
    ...(authorize && { authorize: inject(authorize) }),
  };
}
