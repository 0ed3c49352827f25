/** The field to answer a conversation. */
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { call, type Conversation } from '../../base/api.ts';
import { Composer } from '../../base/parts/composer.tsx';
import { keptAfter } from '../../base/parts/kept-after.ts';
import { useKeptAnswer } from '../../base/parts/kept-answers.ts';
import { messageLimits, networkName } from '../../base/parts/network.tsx';
import { useSend } from '../../base/parts/send.ts';
import { useWorkspace } from '../../base/session.ts';
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
      const after = isAnyway.current ? undefined : (newestSeen(queries, slug, id) ?? undefined);
      isAnyway.current = false;
      return call(
        'sendMessage',
        { id, message, workspace: slug, ...keptAfter(idempotencyKey, after) },
        { idempotencyKey },
      );
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
