const cache = new WeakMap<Function, string | undefined>();

/**
 * Finds the first private member in the source of a class, such as `#id`. A private member cannot be transferred to
 * another thread. Returns undefined if there is none. Does not search base classes.
 */
export function privateMemberOf(type: Function): string | undefined {
  if (!cache.has(type)) cache.set(type, findPrivateMember(Function.prototype.toString.call(type)));
  return cache.get(type);
}

/** Matches comments, strings, templates and regular expressions. */
const NO_CODE = new RegExp(
  [
    String.raw`\/\*.*?\*\/|\/\/[^\n]*`,
    String.raw`'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"`,
    '`(?:\\\\.|[^`\\\\])*`',
    String.raw`(?<=[=(,:;!&|?{[\n]\s*)\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n])+\/`,
  ].join('|'),
  'gs',
);
/** Matches a non-static member that begins with `#`, or an `accessor`, which has a hidden private member. */
const MEMBER =
  /(?:^|[;{}\n])\s*(?:(?:async|get|set)\s+|\*\s*)*(?:accessor\s+(#?[\w$]+)|(#[\p{ID_Start}$_][\p{ID_Continue}$]*))\s*[=;(\n}]/u;

function findPrivateMember(source: string): string | undefined {
  if (!source.includes('#') && !source.includes('accessor')) return undefined;
  const [, accessor, name] = MEMBER.exec(source.replaceAll(NO_CODE, '')) ?? [];
  return name ?? (accessor === undefined ? undefined : `accessor ${accessor}`);
}
