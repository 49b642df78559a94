import { defined } from '@writ/diagnostics/internal';
import type { PlacedClass } from './placed-class.ts';
import { placeOfMember } from './class-findings.ts';
import type { RoutedClass } from './routed-class.ts';

/** What the tree needs to know of a class whose source was read. */
export function placed(routed: RoutedClass): PlacedClass {
  const { type, around, source, bits, isNamed, extension, handlers } = routed;
  return {
    type,
    ...(around.length === 0 ? {} : { around }),
    name: source.name,
    bits,
    isNamed,
    ...defined({ extension }),
    handlers: handlers.map(({ verb, owner, range, signature }) => ({
      verb,
      owner: owner.name,
      file: owner.module.file,
      shownFile: owner.module.text.name,
      range,
      signature,
    })),
    placeOfStatic: (name) => placeOfMember(source, name),
  };
}
