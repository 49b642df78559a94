/**
 * Sentences that follow the title of a rule on the reference page, by code: the cases that the title does not state, and
 * the reason for the rule.
 */
export const details: Readonly<Record<string, string>> = {
  W2002:
    'Its default value must be convertible as well, and an argument with validation must have a schema or a validator. A context object that no provider supplies causes a warning.',
  W2003:
    'Only the first of them handles requests, unless its handler returns `undefined` or calls `context.next()`.',
  W2004:
    'Otherwise, a preceding route with the same method, or with `ANY`, handles its requests, unless the handler of that route calls `context.next()`.',
  W2008: '`CONNECT` causes a warning, because servers do not pass such requests to routes.',
  W2010: 'A function that creates a filter, such as `cors`, must be called: `cors({ … })`.',
  W2011: 'The charset of a produced type must be supported, unless the route has its own writer.',
  W2012:
    'The rule applies to bound headers and cookies, and to the names and values of response headers that a route or a writer declares.',
  W2014: 'Otherwise, it is never called.',
  W2016: 'List the allowed origins instead of `*`, or do not allow credentials.',
  W2017:
    'An origin has a scheme and no path. A list must contain exact origins; for a pattern, pass a single regular expression instead.',
  W2018:
    'The rule applies to every method except GET, HEAD and OPTIONS. It does not apply if the provider itself rejects cross-site requests.',
  W2019:
    'The rule applies to expressions in paths, filter patterns, patterns of not-found handlers and CORS policies.',
  W2021: 'Types are compatible if they are equal or if one extends the other.',
  W2022: 'Otherwise, it is never called.',
  W2023:
    "The rule also applies to the route's scopes and to their access rules, event listeners and limits. The values of limits must also be valid.",
  W2024: 'A second backslash is an error; a missing one causes a warning.',
  W2026:
    'A filter for `/admin` does not run for `/admin/users`, whereas a filter for `/admin/{rest:.*}` runs for both.',
  W2027:
    'In a path pattern, symbols such as `*` and `[id]` are literal, and a percent escape never matches, because paths are decoded before they are matched. The pattern of a not-found handler is a regular expression, not a path pattern.',
  W2028:
    'A router can be mounted if it has the same toolkit as the router that mounts it, is not mounted in another router, and neither is nor contains the router that mounts it. Each variable of the prefix must match exactly one segment.',
  W2029:
    'For example, a query parameter, a form field or a header has the name of the variable, or the parameter that receives the body does. If no other binding has its name, a variable need not be bound.',
  W2030: 'It is matched against the whole path.',
  W2032: 'Otherwise, it is never called.',
  W2033:
    "`{id:int}` matches only the path segment `int`. The binding declares the type: `PathParam('id', int)`. The rule also applies to the patterns of filters.",
  W2040:
    'Otherwise, every request results in 403, unless a filter sets the user. A filter with a challenge, such as `bearer`, counts as a provider.',
  W2043: 'A filter requires it with `describeFilter(filter, { requiresAccessRule: true })`.',
  W2050:
    'If its `response` is a number, it must be an integer from 200 to 599; its `exception`, if specified, must be a class.',
  W2051:
    'The runtime must support worker threads, and the handler must be exported by an existing module and must not be a generator. Arguments and results must be transferable, so they must not belong to the request or have private members. An exception handler for errors with private members causes a warning, because such errors arrive as instances of their base class.',
  W2100:
    'A package that contains ES modules must not declare them as CommonJS, and a class expression must not have experimental decorators.',
  W2102:
    'It must not be applied to a static member, a member whose name begins with `#`, a field or an accessor. A verb, such as `@GET`, must not be applied to a class.',
  W2104:
    'Examples are the path or writer of a method, the access rule of a class, the source of a parameter and the authentication provider of all routes.',
  W2106:
    "In a POST, PUT, PATCH or DELETE route, a single parameter without an annotation is the body if its type is known at run time. The required parameters of a bean's constructor must also have sources.",
  W2107:
    'It is passed to the annotation, recorded from the source, or taken from the metadata that the compiler emits.',
  W2108: 'The types may differ if a schema converts the value.',
  W2109:
    'Place the annotations above all other decorators, because a replacement hides the annotations below it.',
  W2110: 'A class whose instances are created by an injector is exempt.',
  W2112: 'Bind the values to parameters of its methods.',
  W2114:
    'The `exception` of an event listener must not be undefined. A value is often undefined because two modules import each other.',
  W2115:
    "For example, a reader must have a method `read`. The rule also applies to validators and body handlers. A component's `static type` must contain only classes.",
  W2120: 'The name and the value must consist of characters that are valid in a header.',
  W2121:
    'Its type must be known at run time and must be built in or have a provider. The component must be registered as a class, because an instance would be shared by all requests.',
  W2122: 'Declare it on the class, or pass it to `register`. A media type that is passed must be valid.',
  W2123:
    'The types that it declares are compared with the type that is passed to `register` and, for a writer, with the result type of the method. Types are compatible if they are equal or if one extends the other.',
  W2125: 'It must not be a method, an accessor, a static member or a member whose name begins with `#`.',
  W2126: 'The other arguments must have the correct types.',
  W2127: 'It needs one instance per request.',
  W2128:
    'The method or its class must have its own `@Blocking`, not only one from a base class. The class must be exported, and its constructor must need no arguments. The method must not have a symbol as its name or return an object with private members.',
  W2132:
    'Metadata describes enums and literals as plain strings, numbers or booleans, so the values of a request would not be checked.',
  W2133:
    'The rule of a method takes precedence over the rule of its class, even if it is inherited. A rule is reported only if it may be less strict than the rule of the class.',
  W2134:
    'Otherwise, `writ build` omits its declared types, because the generated module cannot import the class.',
  W2135: 'Further registrations have no effect.',
  W3001:
    'The module is in the working directory or in an installed package. The path or the name of a file, such as `app/controllers.ts`, is not a prefix.',
  W3002:
    'Without `--prefix`, one of the default prefixes must exist: `controllers`, `src.controllers` or `app.controllers`.',
  W3003:
    'The rule applies to the path from the working directory to the module or folder; installed packages may be links.',
  W3004: 'The default prefixes are `controllers`, `src.controllers` and `app.controllers`.',
  W3101:
    'A segment consists of letters, digits, `-`, `_`, `.` and `~`. Alternatively, the name is a variable, such as `[id]`, or, for a module, a catch-all, such as `[...path]`.',
  W3102: 'The name of a catch-all module, such as `[...path].ts`, is one of these variables.',
  W3106: 'A folder must therefore not contain both `[id].ts` and `[name].ts`, or two catch-all modules.',
  W3107:
    'Writ loads `.ts`, `.mts`, `.js` and `.mjs`. The controllers in other files, such as `.tsx` and `.cjs`, are not served.',
  W3201: 'Its path is derived from the name of the export.',
  W3202: 'It must not be assigned from another value, such as the result of a function call.',
  W3203: 'Only files and folders can be variables, such as `[id].ts`.',
  W3205:
    'In particular, a handler with a rest parameter must not match the paths of a catch-all module in the same folder.',
  W3206:
    'A policy for individual HTTP methods, such as `{ POST: … }`, must name valid methods that the handler `ANY` does not handle. A policy may be undefined only if `undefined` is written in the source; this removes an inherited policy.',
  W3207:
    'It is a static member of a controller, or a named export of a module `_policies`. A member, export or file that seems to be a misspelled or misplaced policy is reported.',
  W3208:
    'Three cases are reported: a value for an HTTP method without a handler, a module `_policies` without policies, and `auth` for single HTTP methods that leaves a handler public although it seems to protect it.',
  W3209:
    'Static members may also be nested controllers or the settings `alias`, `params` and `private`. A policy that is declared without `static` has no effect.',
  W3210:
    'Names for an HTTP method require a handler of this method, and the path of the class must end with a name that is not a variable.',
  W3302: 'A name with a suffix, such as `GET_all`, is also reported.',
  W3304: 'Base classes are found through `extends` and imports.',
  W3305:
    'An object is sent as JSON, but with the media type of the extension. Extensions of JSON types, such as in `Notes_json`, are exempt.',
  W3401:
    'Supported types are, for example, primitives, enums, arrays, object types, unions and exported schemas.',
  W3403:
    'It must be a name, an object pattern or a rest parameter with an array type. Only one parameter may receive the raw body, and the object types in a union must share a key whose literal type differs in each of them.',
  W3404: 'This parameter receives all named values of the query and the body.',
  W3406:
    'In a catch-all module, such as `[...path].ts`, it must also have a rest parameter with the name in the brackets.',
  W3407: 'Schemas must be Standard Schemas. The schema replaces the declared type of the parameter.',
  W3503: 'Write it outside the folders of the prefixes, or to a file whose name begins with `_`.',
};
