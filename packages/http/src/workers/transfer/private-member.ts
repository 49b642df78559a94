const cache = new WeakMap<Function, string | undefined>();

/**
 * The first private member that instances of the class have, by its own source, such as `#id`: it cannot cross to another
 * thread. Undefined when there is none; those of base classes do not count here.
 */
export function privateMemberOf(type: Function): string | undefined {
  if (!cache.has(type)) cache.set(type, findPrivateMember(Function.prototype.toString.call(type)));
  return cache.get(type);
}

/** Comments, strings, templates and regular expressions. */
const NO_CODE = new RegExp(
  [
    String.raw`\/\*.*?\*\/|\/\/[^\n]*`,
    String.raw`'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"`,
    '`(?:\\\\.|[^`\\\\])*`',
    String.raw`(?<=[=(,:;!&|?{[\n]\s*)\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n])+\/`,
  ].join('|'),
  'gs',
);
/** A member with a `#`, or an accessor, which has one that the source does not show; no static one. */
const MEMBER =
  /(?:^|[;{}\n])\s*(?:(?:async|get|set)\s+|\*\s*)*(?:accessor\s+(#?[\w$]+)|(#[\p{ID_Start}$_][\p{ID_Continue}$]*))\s*[=;(\n}]/u;

function findPrivateMember(source: string): string | undefined {
  if (!source.includes('#') && !source.includes('accessor')) return undefined;
  const [, accessor, name] = MEMBER.exec(source.replaceAll(NO_CODE, '')) ?? [];
  return name ?? (accessor === undefined ? undefined : `accessor ${accessor}`);
}
