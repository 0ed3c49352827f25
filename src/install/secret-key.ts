/** The secret key of an installation that was given none: made once, readable by its owner alone, in the data folder. */
import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const KEY_BYTES = 32;

const fileIn = (dataDir: string) => join(dataDir, 'secret.key');

/**
 * Reads the key of a data folder.
 * @returns null when there is none
 * @throws when the file cannot be read, or does not hold a key
 */
export async function readOwnSecretKey(dataDir: string): Promise<Buffer | null> {
  const file = fileIn(dataDir);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    throw new Error(`${file} cannot be read (${code}); TROUPE_SECRET_KEYS may hold the key instead`, {
      cause,
    });
  }
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length === KEY_BYTES) return key;
  throw new Error(
    `${file} does not hold a key of ${KEY_BYTES} bytes in base64: restore it from a backup, or set TROUPE_SECRET_KEYS`,
  );
}

/** Makes a key and stores it in the data folder. @returns the key */
export async function makeOwnSecretKey(dataDir: string): Promise<Buffer> {
  const key = randomBytes(KEY_BYTES);
  await writePrivately(fileIn(dataDir), key.toString('base64'));
  return key;
}

/** Writes a file that only its owner may read; it appears whole or not at all. */
export async function writePrivately(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, `${text}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}
