/** The field to answer a conversation. */
import { call, type Conversation, type Reply } from '../api.ts';
import { Composer } from '../parts/composer.tsx';
import { messageLimits, networkName } from '../parts/network.tsx';
import { useSend } from '../parts/send.ts';
import { useWorkspace } from '../session.ts';
import { personName } from './names.ts';

/** The id of the field: the key r gives it the focus. */
export const ANSWER_FIELD = 'answer';

export function AnswerField({ conversation }: { conversation: Conversation }) {
  const { id, platform } = conversation;
  const { slug } = useWorkspace();
  const sending = useSend(id, {
    request: (text, idempotencyKey) =>
      call<Reply<'sendMessage'>>('POST', `/v1/inbox/${id}/messages`, {
        body: { message: text, workspace: slug },
        idempotencyKey,
      }),
    changes: ['inbox', slug],
    isListed: true,
  });
  const network = networkName(platform);
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
    />
  );
}
