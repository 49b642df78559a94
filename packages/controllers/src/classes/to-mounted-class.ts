import { defined } from '@writ/diagnostics/internal';
import type { MountedClass } from './mounted-class.ts';
import { locateMember } from './class-findings.ts';
import type { RoutedClass } from './routed-class.ts';

/** Reduces a class that was read from source to the data that the resolution tree needs. */
export function toMountedClass(routed: RoutedClass): MountedClass {
  const {
    type,
    enclosing: around,
    source,
    prefix,
    segments,
    catchAll,
    isNamed,
    extension,
    handlers,
  } = routed;
  return {
    type,
    ...(around.length === 0 ? {} : { enclosing: around }),
    name: source.name,
    prefix,
    segments,
    isNamed,
    ...defined({ catchAll, extension }),
    handlers: handlers.map(({ verb, owner, range, signature }) => ({
      verb,
      owner: owner.name,
      file: owner.module.file,
      displayFile: owner.module.text.name,
      range,
      signature,
    })),
    locateStatic: (name) => locateMember(source, name),
  };
}
