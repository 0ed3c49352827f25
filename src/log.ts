/** Logs: pino, one JSON line each. What could hold a secret is cut out by name; addresses are logged without query. */
import pino from 'pino';

export type Log = pino.Logger;

/** @param level one of pino's: silent, fatal, error, warn, info, debug, trace */
export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: [
        '*.credentials',
        '*.secret',
        '*.token',
        '*.authorization',
        'authorization',
        'token',
        'secret',
        'credentials',
      ],
      censor: '[redacted]',
    },
  });
}
