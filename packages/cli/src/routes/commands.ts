import type { CommandDeclaration, OperandDeclaration } from '../command-line/declaration.ts';
import { formatOption, strictOption } from '../command-line/shared-options.ts';
import { prefixOption } from '../controller-server/declared-options.ts';

export type SubjectOptions = typeof prefixOption & typeof strictOption & typeof formatOption;

const subjectOptions: SubjectOptions = { ...prefixOption, ...strictOption, ...formatOption };

const fileOperand: OperandDeclaration = {
  name: 'FILE',
  repeatable: true,
  description: 'a module that exports annotated classes or a Router',
};

export const routesCommand: CommandDeclaration<SubjectOptions> = {
  summary: 'print the route table of annotated classes, a router, or controllers',
  operands: [fileOperand],
  options: subjectOptions,
  subject: ['FILE', 'prefix'],
  usageOnError: true,
  loadsUsersCode: true,
};

export const explainCommand: CommandDeclaration<SubjectOptions> = {
  summary: 'explain which route answers a request, and why',
  operands: [
    { name: 'METHOD', required: true, description: 'request method, such as GET' },
    { name: 'PATH', required: true, description: 'request path, such as /notes/7' },
    fileOperand,
  ],
  options: subjectOptions,
  subject: ['FILE', 'prefix'],
  usageOnError: true,
  loadsUsersCode: true,
};
