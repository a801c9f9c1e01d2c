// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/acquire_journal.h"

namespace lockkeeper::ui {

AcquireJournal::AcquireJournal(std::filesystem::path file, const Clock& clock, QObject* parent)
    : QObject(parent)
    , m_file(std::move(file))
    , m_clock(clock)
{ }

void AcquireJournal::announce(int id, const config::Deployment& deployment,
    const Resource& resource, std::function<void(const Result<void>&)> next)
{
    if (m_file.empty())
        return next({});
    m_worker.post([this, id, deployment, resource, next = std::move(next)] {
        const auto entry
            = release::Journal::open(m_file, m_clock).and_then([&](release::Journal&& journal) {
                  return journal.writeIntent(deployment, resource);
              });
        const auto finish = [this, id, entry, next] {
            if (!entry)
                return next(tl::make_unexpected(entry.error()));
            m_entries[id] = *entry;
            next({});
        };
        QMetaObject::invokeMethod(this, finish, Qt::QueuedConnection);
    });
}

void AcquireJournal::report(
    int id, release::AcquireResult result, const std::optional<Fingerprint>& token)
{
    auto entry = m_entries.extract(id);
    if (entry.empty())
        return;
    m_worker.post([this, entry = std::move(entry.mapped()), result, token] {
        const auto written
            = release::Journal::open(m_file, m_clock).and_then([&](release::Journal&& journal) {
                  return journal.writeResult(entry, result, token);
              });
        if (!written)
            QMetaObject::invokeMethod(
                this, [this, error = written.error()] { Q_EMIT failed(error); },
                Qt::QueuedConnection);
    });
}

} // namespace lockkeeper::ui
