import { useMutation, type UseMutationOptions, type UseMutationResult } from "@tanstack/react-query";

interface Callbacks<Answer> {
  onSuccess?: (answer: Answer) => void;
  onError?: (error: Error) => void;
}

type Replaced<Result, Mutate> = Result extends unknown ? Omit<Result, "mutate"> & { mutate: Mutate } : never;

export type LastingMutation<Answer, Input> = Replaced<
  UseMutationResult<Answer, Error, Input>,
  (input: Input, callbacks?: Callbacks<Answer>) => void
>;

/**
 * `useMutation`, except that the callbacks of `mutate` run even if the component has disappeared by then. An action often
 * removes its own row: the list can be refreshed before the answer arrives, and React Query drops the callbacks of a
 * component that is gone, so nobody would be told the outcome.
 */
export function useLastingMutation<Answer, Input = void>(
  options: UseMutationOptions<Answer, Error, Input>,
): LastingMutation<Answer, Input> {
  const mutation = useMutation(options);
  return {
    ...mutation,
    // The state of the mutation has the error too.
    mutate: (input, told) => void mutation.mutateAsync(input).then(told?.onSuccess, told?.onError ?? (() => undefined)),
  };
}
