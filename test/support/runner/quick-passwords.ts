/**
 * Makes the hash of a password cheap in this process. A real one takes a third of a second of processor time on purpose, and tests
 * sign people in hundreds of times. Only where no other process reads the hash: it says the parameters of a real one.
 */
import crypto, { type BinaryLike, type ScryptOptions } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/** By this environment variable a process of test files learns that it may. */
export const HASHES_QUICKLY = 'TROUPE_TEST_QUICK_PASSWORDS';

type Done = (error: Error | null, key: Buffer) => void;

export function quickenPasswords(): void {
  const { scrypt } = crypto;
  const quick = (password: BinaryLike, salt: BinaryLike, bytes: number, options: ScryptOptions, done: Done) =>
    scrypt(password, salt, bytes, { ...options, N: 2 }, done);
  crypto.scrypt = quick as typeof scrypt;
  syncBuiltinESMExports();
}
