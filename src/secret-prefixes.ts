/**
 * What the secrets begin with that this service makes, so that they are recognized wherever they turn up: in logs, journals,
 * recordings, errors (src/redact.ts), and by scanners of others. 32 random bytes in base64url follow, of a webhook's secret 24 in base64.
 */
export const SECRET_PREFIXES = {
  apiKey: 'trp_',
  session: 'trs_',
  confirmation: 'tcf_',
  appRequest: 'trq_',
  appCode: 'trc_',
  appAccess: 'tra_',
  appRefresh: 'trr_',
  webhook: 'whsec_',
} as const;
