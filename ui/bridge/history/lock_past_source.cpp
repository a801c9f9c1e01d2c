// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/history/lock_past_source.h"

namespace lockkeeper::ui {
namespace {

/// Null if there is no history yet.
Result<LockPastPtr> readPast(const std::filesystem::path& file, const Resource& resource)
{
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored))
        return LockPastPtr();
    auto past = history::readLockPast(file, resource, LockPastSource::kMostOwners);
    if (!past)
        return tl::make_unexpected(std::move(past.error()));
    return std::make_shared<const history::LockPast>(std::move(*past));
}

} // namespace

LockPastSource::LockPastSource(std::function<std::filesystem::path()> file, QObject* parent)
    : QObject(parent)
    , m_file(std::move(file))
{ }

void LockPastSource::ask(const Resource& resource)
{
    const unsigned number = ++m_latest;
    m_tasks.post([this, number, resource] {
        if (number != m_latest)
            return;
        auto report = [this, resource, past = readPast(m_file(), resource)] {
            if (past)
                Q_EMIT loaded(resource, *past);
            else
                Q_EMIT failed(resource, past.error());
        };
        QMetaObject::invokeMethod(this, std::move(report), Qt::QueuedConnection);
    });
}

} // namespace lockkeeper::ui
