import type { Class } from './reflection.ts';

/** An annotation for a class or a method, in both decorator modes. */
export interface ScopeDecorator extends MethodAnnotation {
  (target: Class, context?: ClassDecoratorContext): void;
}

/** An annotation for a class, in both decorator modes. */
export type ClassAnnotation = (target: Class, context?: ClassDecoratorContext) => void;

/** An annotation for a method, in both decorator modes. */
export interface MethodAnnotation {
  (value: (...args: never[]) => unknown, context: ClassMethodDecoratorContext): void;
  (target: object, key: string | symbol, descriptor: PropertyDescriptor): void;
}

/** An annotation that refines the binding annotation of the same parameter or field. */
export interface ParameterModifier {
  (target: object, key: string | symbol | undefined, index: number): void;
  (target: object, key: string | symbol, descriptor?: undefined): void;
  (value: undefined, context: ClassFieldDecoratorContext): void;
}
