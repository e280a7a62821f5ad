-- A prompt is paid once, whatever a call-back says.

-- The receipt that paid it; null before, and for prompts that were paid before this version.
alter table mpesa_pushes add column receipt text;
