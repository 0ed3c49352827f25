/** Arguments that a tool takes besides those of its operation (docs/mcp.md). */
import { Type, type TSchema } from 'typebox';
import { toolPostOptions } from '../../../adapters/options.ts';
import { nullable } from '../../api/schemas.ts';
import type { JsonObject } from '../http/json-body.ts';

/** The largest file that comes with a call, in bytes. Base64 makes a third more of it. */
export const MAX_FILE_BYTES = 5 * 1024 * 1024;
/** What the text of such a file has at most. */
const MAX_FILE_CHARS = Math.ceil(MAX_FILE_BYTES / 3) * 4;

export const IDEMPOTENCY_KEY = '^[\\x20-\\x7e]{1,255}$';

export const idempotencyKey = Type.String({
  pattern: IDEMPOTENCY_KEY,
  description: 'Your name for this call, such as a UUID: repeated within 24 hours, it happens once.',
  'x-must': 'be 1 to 255 visible ASCII characters',
});

/** Of a call that has to be confirmed. */
export const confirmation = Type.String({
  maxLength: 64,
  description: 'From `confirmation_required`; repeat the same arguments.',
});

/** Fields of the operation's body that exist on tools alone. */
export const BODY_EXTRAS: { [tool: string]: { [name: string]: TSchema } } = {
  create_post: toolPostOptions,
  validate_post: toolPostOptions,
  update_post: Object.fromEntries(
    Object.entries(toolPostOptions).map(([name, schema]) => [name, Type.Optional(nullable(schema))]),
  ),
};

/** What the tool itself does something with. */
export const TOOL_EXTRAS: { [tool: string]: { [name: string]: TSchema } } = {
  list_accounts: {
    name: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description:
          'Only accounts with this display name, handle or network; if there is none, those that have all of its words. Case and accents do not matter.',
        examples: ['Café Luna'],
      }),
    ),
  },
  upload_media: {
    file: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: MAX_FILE_CHARS,
        description: `The bytes of the file in base64, in place of \`url\`: up to ${MAX_FILE_BYTES / 1024 / 1024} MB. The type is read from them.`,
      }),
    ),
  },
};

/** Fields of an operation that its tool does not take: the list of tools is read by models, and has to stay short. */
export const LEFT_OUT: { [tool: string]: readonly string[] } = {
  list_posts: ['platform', 'from', 'to', 'before'],
};

/** Arguments that the operation requires and the tool does not. */
export const NOT_REQUIRED: { [tool: string]: readonly string[] } = { upload_media: ['url'] };

/**
 * Fields of an operation whose argument has another name, as the contract's paths call it. The field's own name is taken too, for
 * agents that learned it.
 */
export const RENAMED: { [tool: string]: { [field: string]: string } } = {
  get_conversation_messages: { id: 'conversationId' },
  send_message: { id: 'conversationId' },
};

/** The arguments under the names that are listed. Both names given: the listed one is checked, and the other refused as unknown. */
export function underListedNames(tool: string, args: JsonObject): JsonObject {
  const renamed = RENAMED[tool];
  if (renamed === undefined) return args;
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => {
      const listed = renamed[name];
      return [listed !== undefined && !(listed in args) ? listed : name, value];
    }),
  );
}
