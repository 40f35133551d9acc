"""How Alembic reaches the database: over the connection it is handed."""

from __future__ import annotations

from alembic import context
from alembic.runtime.migration import MigrationInfo
from alembic.script import Script

from tilewright.store.schema import metadata


def tell(*, step: MigrationInfo, **_: object) -> None:
    """Report that a step is done."""
    revision = step.up_revision
    if isinstance(revision, Script):
        context.config.attributes["tell"](f"{revision.revision}: {revision.doc}")


context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    on_version_apply=tell,  # type: ignore[arg-type]  # called by keyword
)
with context.begin_transaction():
    context.run_migrations()
