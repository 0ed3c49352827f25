/** Logs: pino, one JSON line each. What could hold a secret is cut out by name, secrets of this service by their prefixes; addresses are logged without query. */
import pino from 'pino';

export type Log = pino.Logger;

/** @param level one of pino's: silent, fatal, error, warn, info, debug, trace; redact: takes the secrets of this service out of a line; to: where the lines go, default standard output */
export function createLog(
  level: string,
  redact: (line: string) => string,
  to: pino.DestinationStream = pino.destination(1),
): Log {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    hooks: { streamWrite: redact },
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
  };
  return pino(options, to);
}
