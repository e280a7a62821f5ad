import { documentTypes, messages, submitVerification, type BodyOf } from "@wazi/contracts";
import { useForm, useWatch, type Resolver } from "react-hook-form";
import { documentNames } from "../../../content/labels.ts";
import { failureText } from "../../../lib/api-client.ts";
import { getFirstMessage, onSubmit, showFieldErrors } from "../../../lib/forms.ts";
import { schemaResolver } from "../../../lib/schema-resolver.ts";
import { Button } from "../../../ui/button.tsx";
import { FailureNotice } from "../../../ui/failure-notice.tsx";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { PictureField } from "./picture-field.tsx";
import { useSubmitVerification } from "./api.ts";
import * as texts from "../../../messages/verification.ts";

const FAILURE_DEFAULT = texts.formFailed;
const emptyForm = { documentType: "", documentNumber: "", frontImageUrl: "", backImageUrl: "" };
const fields = ["documentType", "documentNumber", "frontImageUrl", "backImageUrl"] as const;

const checkBody = schemaResolver(submitVerification.body);

/** Empty fields are not sent. */
const resolver: Resolver<typeof emptyForm, unknown, BodyOf<typeof submitVerification>> = (values, context, options) => {
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ""));
  return checkBody(given as never, context, options as never);
};

export function VerificationForm() {
  const submission = useSubmitVerification();
  const form = useForm({ resolver, defaultValues: emptyForm });
  const { errors } = form.formState;
  const [front, back] = useWatch({ control: form.control, name: ["frontImageUrl", "backImageUrl"] });

  const submit = form.handleSubmit(
    async (body) => {
      try {
        await submission.mutateAsync(body);
        toast.good(texts.verificationSubmitted, texts.formDone);
      } catch (failure) {
        showFieldErrors(failure, form.setError, fields);
        toast.bad(texts.submissionFailed, failureText(failure, FAILURE_DEFAULT));
      }
    },
    (invalid) => toast.bad(texts.error, getFirstMessage(invalid) ?? messages.documentsMissing),
  );

  const picture = (name: "frontImageUrl" | "backImageUrl") => ({
    error: errors[name]?.message,
    disabled: submission.isPending,
    onChange: (dataUrl: string) => {
      form.setValue(name, dataUrl);
      form.clearErrors(name);
    },
  });

  return (
    <form noValidate onSubmit={onSubmit(submit)} className="grid gap-5 sm:grid-cols-2">
      <SelectField label={texts.documentType} error={errors.documentType?.message} {...form.register("documentType")}>
        <option value="">{texts.formTypePlaceholder}</option>
        {documentTypes.map((type) => (
          <option key={type} value={type}>
            {documentNames[type]}
          </option>
        ))}
      </SelectField>
      <TextField
        label={texts.formNumberLabel}
        autoComplete="off"
        spellCheck={false}
        error={errors.documentNumber?.message}
        {...form.register("documentNumber")}
      />
      <PictureField label={texts.frontImage} value={front} {...picture("frontImageUrl")} />
      <PictureField label={texts.formBackLabel} value={back} {...picture("backImageUrl")} />
      <div className="grid gap-5 sm:col-span-2">
        {submission.isError ? <FailureNotice error={submission.error} fallback={FAILURE_DEFAULT} /> : null}
        {submission.isPending ? <UploadProgress sentPct={submission.sentPct} /> : null}
        <Button type="submit" className="min-h-12" pending={submission.isPending} pendingLabel={texts.submitting}>
          {texts.formSubmit}
        </Button>
      </div>
    </form>
  );
}

function UploadProgress({ sentPct }: { sentPct: number }) {
  return (
    <div className="grid gap-1.5 text-14">
      <p className="flex justify-between gap-4">
        <span>{sentPct < 100 ? texts.uploadSending : texts.uploadChecking}</span>
        <span className="figure">{sentPct}%</span>
      </p>
      <progress
        aria-label={texts.upload}
        max={100}
        value={sentPct}
        className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent"
      />
    </div>
  );
}
