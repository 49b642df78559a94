import { ruleMembers, SourceText, type Diagnostic } from '@writ/diagnostics';
import type { Span } from '@oxc-project/types';
import { requireTransform } from '@writ/source/compiler';
import { RULES } from '../findings/finding-codes.ts';
import { writeModuleTypes } from './module-types.ts';
import { locatedError } from './located-error.ts';

/** The members of `@writ/compiler/transform` that the loader uses. */
interface Transform {
  readonly HELPERS_PARENT: string;
  transformSync(file: string, text: string, options: object): Transformed;
}

interface Transformed {
  readonly code: string;
  readonly map?: object;
  readonly errors: readonly TransformError[];
}

interface TransformError {
  readonly message: string;
  readonly labels: readonly {
    readonly message: string | null;
    readonly start: number;
    readonly end: number;
  }[];
  readonly helpMessage: string | null;
}

const { HELPERS_PARENT, transformSync } = requireTransform() as Transform;

/** The URL of a module from which the helpers that transformed code imports can be resolved. */
export const helpersParent: string = HELPERS_PARENT;

const options = {
  lang: 'ts',
  sourceType: 'module',
  sourcemap: true,
  // Syntax that this Node supports is preserved: class fields retain their define semantics (oxc silently drops
  // decorated fields with assign semantics), and `using` is lowered on Node 22 only.
  target: `node${process.versions.node}`,
  decorator: { legacy: true, emitDecoratorMetadata: true },
  helpers: { mode: 'Runtime' },
};

/**
 * Returns the JavaScript of a TypeScript module, with experimental decorators, their metadata and an inline source map.
 *
 * @param url the module's file URL, for the source map.
 * @throws SyntaxError whose message contains the located findings with excerpts
 */
export function transformModule(url: string, file: string, text: string): string {
  const { text: typed = text, expressions } = writeModuleTypes(file, text);
  if (expressions.length > 0) throw decoratedExpressions(file, text, expressions);
  const { code, map, errors } = transformSync(file, typed, options);
  // A warning means that the output does not have the same meaning as the input (for instance `export let` in a
  // namespace).
  if (errors.length > 0) throw syntaxError(file, text, transformSync(file, text, options).errors);
  // The map does not contain the source, because Node reads the file itself to show a line.
  const inline = JSON.stringify({ ...map, sources: [url], sourcesContent: undefined });
  return `${code}\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(inline).toString('base64')}`;
}

/**
 * Experimental decorators are supported on class declarations only; on class expressions, the compiler would drop them
 * or leave them unchanged.
 */
function decoratedExpressions(file: string, text: string, expressions: readonly Span[]): SyntaxError {
  const source = new SourceText(file, text);
  const findings = expressions.map(({ start, end }): Diagnostic => ({
    ...ruleMembers(RULES.syntax),
    message: 'a class expression cannot be decorated with experimental decorators',
    file,
    range: source.rangeAt(start, end),
    hint: 'declare the class, such as @Path(…) class Notes { … }, and use its name',
  }));
  return locatedError(`${file} cannot be loaded`, findings, source);
}

function syntaxError(file: string, text: string, errors: readonly TransformError[]): SyntaxError {
  const source = new SourceText(file, text);
  const bytes = Buffer.from(text);
  // oxc-transform counts bytes, whereas all other offsets are in UTF-16 units.
  const unit = (offset: number): number => bytes.subarray(0, offset).toString().length;
  const findings = errors.map(({ message, labels, helpMessage }): Diagnostic => {
    const label = labels[0];
    return {
      ...ruleMembers(RULES.syntax),
      message,
      file,
      ...(label === undefined ? {} : { range: source.rangeAt(unit(label.start), unit(label.end)) }),
      ...(helpMessage === null ? {} : { hint: helpMessage }),
      related: labels.slice(1).map(({ message: related, start, end }) => ({
        message: related ?? 'here',
        file,
        range: source.rangeAt(unit(start), unit(end)),
      })),
    };
  });
  return locatedError(`${file} cannot be parsed as TypeScript`, findings, source);
}
