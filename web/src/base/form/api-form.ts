/** A form whose content is sent to the service: @mantine/form keeps the fields, react-query sends them. */
import { type FormErrors, useForm, type UseFormReturnType } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { ApiError, messageOf } from '../api.ts';
import { focusFirst } from './focus.ts';
import { nearestField, pathOf } from './place.ts';

/** An error of the service at a field of the form. */
interface FieldError {
  /** Of the field, such as `publicReplies.1`. */
  path: string;
  message: string;
}

/** What `field` of a form gives. */
export type FieldProps = ReturnType<UseFormReturnType<Content>['getInputProps']> & { 'data-path': string };

/** Props of a field, as `field` of a form gives them, for a component that takes a value in place of an event. */
export interface Field<Value> {
  value?: Value;
  onChange: (value: Value) => void;
  error?: ReactNode;
}

/** What is written: values by the names of their fields. */
interface Content {
  [field: string]: unknown;
}

interface ApiFormOptions<Values, Result> {
  /** Names the form in the page. `test/web/forms.test.ts` has a row for each. */
  name: string;
  initialValues: Values;
  /** Sends what is written. What it throws is shown in the form. */
  send: (values: Values) => Promise<Result>;
  /** The service took it. The button stays busy until a returned promise is fulfilled. */
  onSent?: (result: Result) => unknown;
  /** Found before anything is sent: messages by the paths of fields. The form is sent if there are none. */
  validate?: (values: Values) => FormErrors;
  /** What `validate` says of a field is shown while it is written. Default: when the form is sent. */
  validatesOnChange?: boolean;
  /** Something of what is written is wrong: found before it was sent. */
  onInvalid?: () => void;
  /**
   * Where an error of the service belongs if the form's field is not called as the API calls it; null means the field of that
   * name.
   */
  placeOf?: (error: ApiError, values: Values) => FieldError | null;
}

export interface ApiForm<Values, Result> {
  id: string;
  name: string;
  values: Values;
  /** Props of a field: its value, its change, its error. */
  field: (path: Extract<keyof Values, string> | (string & {}), options?: { type: 'checkbox' }) => FieldProps;
  /** Changes some of the values, as a person does. */
  set: UseFormReturnType<Values>['setValues'];
  /** Back to the initial values, without errors. */
  reset: () => void;
  /** Errors by the paths of their fields. */
  errors: FormErrors;
  submit: (event?: FormEvent<HTMLFormElement>) => void;
  isSending: boolean;
  /** What the service returned; undefined before, and after `forget`. */
  sent: Result | undefined;
  /** Forgets what was returned. */
  forget: () => void;
  /** Why the last request failed, if no field of the form is to blame. */
  fault: string | null;
}

/**
 * What a person writes is kept after an error. An error that names a field (`param` of an error response) is shown beside the field,
 * which gets the focus; every other one is the form's `fault`.
 */
export function useApiForm<Values extends Content, Result>(
  options: ApiFormOptions<Values, Result>,
): ApiForm<Values, Result> {
  const { name, initialValues, send, onSent, validate, onInvalid, placeOf } = options;
  // @mantine/form takes letters and digits only
  const id = useId().replaceAll(/[^a-z0-9]/gi, '');
  const form = useForm<Values>({
    name: id,
    initialValues,
    validateInputOnChange: options.validatesOnChange ?? false,
    ...(validate !== undefined && { validate: (values: Values) => validate(values) }),
  });
  const [fault, setFault] = useState<string | null>(null);
  const focusWrong = useFocusOfErrors(form);
  const sending = useMutation({
    mutationFn: ({ values }: { values: Values }) => send(values),
    ...(onSent !== undefined && { onSuccess: (result: Result) => onSent(result) }),
    onMutate: () => setFault(null),
    onError: (error, { values }) => {
      const at = fieldErrorOf(error, values, placeOf);
      const path = at && nearestField(at.path, (one) => form.getInputNode(one) !== null);
      if (at === null || path === null) return setFault(messageOf(error));
      form.setErrors({ [path]: at.message });
      focusWrong();
    },
  });
  return {
    id,
    name,
    values: form.values,
    field: (path, options) => ({ 'data-path': '', ...form.getInputProps(path, options) }),
    set: form.setValues,
    reset: form.reset,
    errors: form.errors,
    submit: form.onSubmit(
      (values) => {
        if (!sending.isPending) sending.mutate({ values });
      },
      () => {
        onInvalid?.();
        focusWrong();
      },
    ),
    isSending: sending.isPending,
    sent: sending.data,
    forget: sending.reset,
    fault,
  };
}

function fieldErrorOf<Values extends Content>(
  error: unknown,
  values: Values,
  placeOf: ApiFormOptions<Values, unknown>['placeOf'],
): FieldError | null {
  if (!(error instanceof ApiError)) return null;
  return placeOf?.(error, values) ?? { path: pathOf(error.param), message: error.message };
}

/** @returns a function that gives the first field with an error the focus, once the errors are drawn */
function useFocusOfErrors({
  errors,
  getInputNode,
}: {
  errors: FormErrors;
  getInputNode: (path: string) => HTMLElement | null;
}): () => void {
  const [attempts, setAttempts] = useState(0);
  useEffect(() => {
    if (attempts > 0) focusFirst(Object.keys(errors).flatMap((path) => getInputNode(path) ?? []));
    // the errors of an attempt are drawn with it: what changes them later moves no focus
  }, [attempts]);
  return () => setAttempts((before) => before + 1);
}
