/**
 * Why a request cannot be served, in words that let a person or an agent correct it. A problem has a stable code and
 * knows nothing of HTTP: `src/faces/http/status.ts` gives each code its status.
 */

import { REFUSAL_CODES, type RefusalCode, type Values } from '../../adapters/port/publish.ts';

/** Every code, except the more specific ones of fields. Each has its status in `src/faces/http/status.ts`. */
export const PROBLEM_CODES = [
  // who calls, and what they may do
  'unauthorized',
  'wrong_login',
  'second_factor_required',
  'second_factor_on',
  'foreign_origin',
  'session_required',
  'no_workspace',
  'not_a_member',
  'plan_required',
  'confirmation_required',
  'insufficient_scope',
  'insufficient_role',
  'operator_required',
  'held_to_accounts',
  'approval_required',
  'held_key',
  'key_limit',
  'workspace_limit',
  'webhook_limit',
  'saved_reply_limit',
  'post_template_limit',
  'group_limit',
  'rule_limit',
  'automation_limit',
  'series_limit',
  'feed_limit',
  'test_limit',
  'invitation_limit',
  'note_limit',
  'approval_link_limit',
  'report_link_limit',
  'push_browser_limit',
  'invitation_for_another',
  // what is not there
  'not_found',
  'no_posting_schedule',
  'no_free_slot',
  'no_pinterest_account',
  // what the state of things does not allow
  'already_answered',
  'already_published',
  'already_set_up',
  'conflict',
  'definition_broken',
  'idempotency_in_progress',
  'idempotency_mismatch',
  'already_member',
  'invitation_used',
  'invitation_ended',
  'last_owner',
  'last_operator',
  'set_by_variable',
  'approval_changed',
  'approval_late',
  'approval_not_requested',
  'name_taken',
  'media_in_use',
  'not_accepted',
  'not_waiting',
  'network_post_taken',
  'nothing_in_doubt',
  'post_draft',
  'post_published',
  'post_publishing',
  'thread_partly_published',
  'time_missing',
  'time_passed',
  'post_scheduled',
  'ref_taken',
  'slug_taken',
  'tests_failed',
  'ticket_over',
  'version_outdated',
  'window_closed',
  'answered_meanwhile',
  // the form of the request
  'invalid',
  'bad_framing',
  'body_too_large',
  'headers_too_large',
  'invalid_form',
  'invalid_idempotency_key',
  'invalid_json',
  'media_too_large',
  'method_not_allowed',
  'too_slow',
  'unsupported_media_type',
  'upgrade_required',
  // too much at once
  'rate_limited',
  'too_many_attempts',
  'no_mail_server',
  'too_many_sockets',
  // others, or this service, cannot do it now
  'busy',
  'internal',
  'media_unreachable',
  'network_busy',
  'network_refused',
  'mail_refused',
  'outcome_unknown',
  'storage_full',
  'storage_unavailable',
  'unavailable',
] as const;

export type ProblemCode = (typeof PROBLEM_CODES)[number];

/** What is wrong with a field: more specific than `invalid`. */
const FIELD_CODES = [
  'required',
  'unknown_field',
  'unknown_parameter',
  'repeated_field',
  'repeated_parameter',
  'not_supported',
  // of a post
  'content_required',
  'timing_required',
  'timing_conflict',
  'unknown_account',
  'platform_unavailable',
  'media_url_refused',
  'override_conflict',
  'unknown_media',
  'all_refused',
  // of a series
  'rule_invalid',
  'rule_without_dates',
  'media_not_hosted',
  // of a feed
  'template_invalid',
  // of a file
  'media_empty',
  'media_unreadable',
  // of a webhook endpoint
  'unknown_event',
  'url_refused',
  'url_not_https',
  // of a confirmation
  'confirmation_expired',
  'confirmation_mismatch',
  'confirmation_pending',
  'confirmation_refused',
  'confirmation_unknown',
  'confirmation_used',
  // of the first sign-in
  'key_required',
  // of a link for a new password
  'link_ended',
  // of a second factor
  'wrong_code',
] as const;

/** Whatever a caller is told in `code` of an error. */
export type ErrorCode = ProblemCode | (typeof FIELD_CODES)[number] | RefusalCode;

export const ERROR_CODES: readonly ErrorCode[] = [...PROBLEM_CODES, ...FIELD_CODES, ...REFUSAL_CODES];

interface ProblemDetails {
  /** A more specific code: of a field that breaks a rule, the rule's name. */
  code?: ErrorCode;
  /** JSON pointer of the field at fault. */
  param?: string;
  /** The values in the message, such as a limit, so that a caller can write the message in another language. */
  values?: Values;
  /** The account at fault. */
  accountId?: string;
  /** The network's own code of its refusal. */
  networkCode?: string;
  /** The scopes of which one is missing, separated by spaces. */
  scope?: string;
  /** What is there in place of what the caller read; null means nothing any more. For the dashboard. */
  current?: object | null;
  /** When another try may succeed, in seconds from now. */
  retryAfterSeconds?: number;
}

export class Problem extends Error {
  override readonly name = 'Problem';
  /** What went wrong in general. It decides the status of an HTTP response. */
  readonly kind: ProblemCode;
  /** What the caller is told: stable, snake_case. The same as `kind`, or more specific. */
  readonly code: ErrorCode;
  readonly param: string | undefined;
  readonly values: Values | undefined;
  readonly accountId: string | undefined;
  readonly networkCode: string | undefined;
  readonly scope: string | undefined;
  readonly current: object | null | undefined;
  readonly retryAfterSeconds: number | undefined;

  /** @param message one sentence: what is wrong and what to do */
  constructor(kind: ProblemCode, message: string, details: ProblemDetails = {}) {
    super(message);
    this.kind = kind;
    this.code = details.code ?? kind;
    this.param = details.param;
    this.values = details.values;
    this.accountId = details.accountId;
    this.networkCode = details.networkCode;
    this.scope = details.scope;
    this.current = details.current;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

/**
 * A field that breaks a rule.
 * @param param JSON pointer of the field; an empty text means the whole body
 */
export const invalid = (
  param: string,
  message: string,
  more: Pick<ProblemDetails, 'code' | 'accountId' | 'values'> = {},
) => new Problem('invalid', message, { param, ...more });

export const notFound = (what: string, id: string) =>
  new Problem('not_found', `there is no ${what} ${id} in this workspace`, { values: { what, id } });
