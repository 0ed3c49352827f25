/** The field to answer a conversation. */
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { call, type Conversation, type Reply } from '../api.ts';
import { Composer } from '../parts/composer.tsx';
import { useKeptAnswer } from '../parts/kept-answers.ts';
import { messageLimits, networkName } from '../parts/network.tsx';
import { useSend } from '../parts/send.ts';
import { useWorkspace } from '../session.ts';
import { withReply } from './fill-reply.ts';
import { personName } from './names.ts';
import { newestSeen } from './queries.ts';
import { SavedReplyPicker } from './saved-reply-picker.tsx';

/** The id of the field: the key r gives it the focus. */
export const ANSWER_FIELD = 'answer';

export function AnswerField({ conversation }: { conversation: Conversation }) {
  const { id, platform } = conversation;
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  const isAnyway = useRef(false);
  const [text, setText] = useKeptAnswer(id);
  const sending = useSend(id, {
    request: (message, idempotencyKey) => {
      const after = isAnyway.current ? null : newestSeen(queries, slug, id);
      isAnyway.current = false;
      return call<Reply<'sendMessage'>>('POST', `/v1/inbox/${id}/messages`, {
        body: { message, workspace: slug, ...afterOf(idempotencyKey, after) },
        idempotencyKey,
      });
    },
    changes: ['inbox', slug],
    isListed: true,
  });
  const network = networkName(platform);
  const insert = (reply: string) => {
    setText(withReply(text, reply));
    // once the dialog is closed, which takes the focus
    setTimeout(() => document.getElementById(ANSWER_FIELD)?.focus(), 250);
  };
  return (
    <Composer
      fieldId={ANSWER_FIELD}
      answerId={id}
      sending={sending}
      label={`Answer to ${personName(conversation)}`}
      placeholder={`Answer ${personName(conversation)} …`}
      network={network}
      limits={messageLimits(platform)}
      unknownText={`${network} has not responded in time. The message above shows what becomes of it: do not write it again before that.`}
      answered={{
        text: 'Somebody has answered meanwhile: the answer is above. Yours was not sent.',
        sendAnyway: (message) => {
          isAnyway.current = true;
          sending.send(message);
        },
      }}
      tools={<SavedReplyPicker conversation={conversation} insert={insert} />}
    />
  );
}

const AFTER = 'troupe.after';

/** A repeat under the same key has to be the same request: it names the same message as the first one. */
function afterOf(key: string, newest: string | null): { after?: string } {
  const kept = sessionStorage.getItem(AFTER);
  const known = kept === null ? null : (JSON.parse(kept) as { key: string; after: string | null });
  const after = known?.key === key ? known.after : newest;
  sessionStorage.setItem(AFTER, JSON.stringify({ key, after }));
  return after === null ? {} : { after };
}
