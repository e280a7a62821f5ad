-- A key is stored in the commit of what its call moves. No process claims it before that.

delete from idempotency_keys where status is null;
alter table idempotency_keys drop column claim;
alter table idempotency_keys rename column claimed_at to stored_at;
comment on column idempotency_keys.status is 'Null while a call of several commits has begun and is not answered.';
drop function if exists door_keep_answer(jsonb);
