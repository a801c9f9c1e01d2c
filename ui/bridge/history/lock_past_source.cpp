// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/history/lock_past_source.h"

#include "core/output/freed.h"

namespace lockkeeper::ui {
namespace {

/// Null: no history yet.
Result<LockPastPtr> readPast(const std::filesystem::path& file,
    const std::filesystem::path& journal, const Resource& resource)
{
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored))
        return LockPastPtr();
    auto past = history::readLockPast(file, resource, LockPastSource::kMostOwners);
    if (!past)
        return tl::make_unexpected(std::move(past.error()));
    if (!journal.empty())
        output::noteWhoFreed(past->owners, output::deedsIn(journal));
    return std::make_shared<const history::LockPast>(std::move(*past));
}

} // namespace

LockPastSource::LockPastSource(std::function<std::filesystem::path()> file, QObject* parent)
    : QObject(parent)
    , m_file(std::move(file))
{ }

void LockPastSource::ask(const Resource& resource)
{
    const auto read
        = [this, resource, journal = m_journal] { return readPast(m_file(), journal, resource); };
    m_tasks.runLatest(this, read, [this, resource](const Result<LockPastPtr>& past) {
        if (past)
            Q_EMIT loaded(resource, *past);
        else
            Q_EMIT failed(resource, past.error());
    });
}

} // namespace lockkeeper::ui
