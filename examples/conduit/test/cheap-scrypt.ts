/** Preloaded into the example: reduces the cost of scrypt, so that tests spend no time on passwords (passwords.test.ts tests the cost). */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

const { scrypt } = crypto;
Object.assign(crypto, {
  scrypt: ((password, salt, length, options, done) =>
    scrypt(password, salt, length, { ...options, N: 2, p: 1 }, done)) satisfies Scrypt,
});
syncBuiltinESMExports();

type Scrypt = (
  password: string,
  salt: Buffer,
  length: number,
  options: crypto.ScryptOptions,
  done: (error: Error | null, key: Buffer) => void,
) => void;
