// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/release/journal.h"
#include "ui/bridge/worker_thread.h"

#include <QObject>
#include <functional>
#include <map>

namespace lockkeeper::ui {

/// Writes the acquires of the window into the journal, on a thread of its own: the intent before
/// anything is sent, the result after it. Without a file nothing is written.
///
/// `clock` must outlive this object. GUI thread only. The destructor waits for the line that is
/// being written.
class AcquireJournal final : public QObject {
    Q_OBJECT
public:
    AcquireJournal(std::filesystem::path file, const Clock& clock, QObject* parent = nullptr);

    /// Writes the intent of the acquire with this id, then calls `next` with the outcome. Without a
    /// file it calls `next` at once.
    void announce(int id, const config::Deployment& deployment, const Resource& resource,
        std::function<void(const Result<void>&)> next);
    /// Writes the result. Does nothing if the intent was not written.
    void report(int id, release::AcquireResult result,
        const std::optional<Fingerprint>& token = std::nullopt);

Q_SIGNALS:
    /// The result of an acquire could not be written.
    void failed(const lockkeeper::Error& error);

private:
    const std::filesystem::path m_file;
    const Clock& m_clock;
    std::map<int, std::string> m_entries; ///< the journal's ids of the acquires in progress
    WorkerThread m_worker; ///< last: its thread must end before the other members go
};

} // namespace lockkeeper::ui
