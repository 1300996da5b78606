"""The tables of a workspace file, version by version. A released version is never changed; a new one is added below it."""

from __future__ import annotations

APPLICATION_ID = 0x43484B53  # "CHKS": tells a workspace from any other SQLite file

_VERSION_1 = """
create table documents (
  id text primary key,
  title text not null,
  path text,
  content blob,
  created text not null,
  removed text
) strict;

create table revisions (
  document_id text not null references documents (id),
  sha256 text not null,
  number integer not null,
  file_name text not null,
  pages integer not null,
  added text not null,
  primary key (document_id, number)
) strict;
create index revisions_by_content on revisions (sha256);

create table access_lists (
  document_id text primary key references documents (id),
  data text not null
) strict;

create table profile_versions (
  hash text primary key,
  name text not null,
  parent text references profile_versions (hash),
  author text not null,
  note text not null,
  created text not null,
  state text not null check (state in ('draft', 'evaluated', 'approved', 'retired')),
  data text not null
) strict;

create table profile_tags (
  tag text primary key,
  hash text not null references profile_versions (hash)
) strict;

create table drafts (
  name text primary key,
  base text references profile_versions (hash),
  data text not null,
  changed text not null
) strict;

create table rules (
  id text primary key,
  document_id text not null references documents (id),
  data text not null,
  author text not null,
  created text not null,
  removed text
) strict;

create table question_sets (
  hash text primary key,
  name text not null,
  created text not null,
  frozen integer not null default 0,
  data text not null
) strict;

create table evaluations (
  id text primary key,
  profile_hash text not null references profile_versions (hash),
  question_set_hash text not null references question_sets (hash),
  created text not null,
  summary text not null
) strict;

create table chunk_sets (
  id text primary key,
  document_id text not null references documents (id),
  sha256 text not null,
  policy_version text not null,
  profile_hash text not null references profile_versions (hash),
  created text not null,
  records integer not null,
  tokens integer not null,
  warnings integer not null,
  errors integer not null,
  policy text not null,
  data blob not null
) strict;
create index chunk_sets_of_document on chunk_sets (document_id, created);

create table waivers (
  document_id text not null references documents (id),
  code text not null,
  reason text not null,
  author text not null,
  created text not null,
  primary key (document_id, code)
) strict;

create table approvals (
  id text primary key,
  profile_hash text not null references profile_versions (hash),
  question_set_hash text not null references question_sets (hash),
  author text not null,
  created text not null,
  revoked text,
  data text not null
) strict;

create table audit_log (
  sequence integer primary key,
  at text not null,
  author text not null,
  action text not null,
  data text not null,
  previous text not null,
  hash text not null unique
) strict;
create trigger audit_log_is_never_changed before update on audit_log
  begin select raise(abort, 'the audit log is append-only'); end;
create trigger audit_log_is_never_shortened before delete on audit_log
  begin select raise(abort, 'the audit log is append-only'); end;

create table exports (
  id text primary key,
  created text not null,
  format text not null,
  path text not null,
  manifest text not null
) strict;
"""

_VERSION_2 = """
alter table chunk_sets add column digests blob;
alter table chunk_sets add column rule_conflicts integer not null default 0;
create index rules_of_document on rules (document_id);
"""

_VERSION_3 = """
alter table chunk_sets add column columns blob;
create table question_drafts (
  name text primary key,
  data text not null,
  changed text not null
) strict;
create index evaluations_of_profile on evaluations (profile_hash, created);
"""

MIGRATIONS: tuple[str, ...] = (_VERSION_1, _VERSION_2, _VERSION_3)
"""Scripts that bring a file from version k to k + 1."""

CURRENT_VERSION = len(MIGRATIONS)
