// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/release/note_writing.h"
#include "ui/bridge/task_queue.h"

#include <QObject>
#include <filesystem>

namespace lockkeeper::ui {

/// Writes notes on locks in the background, one at a time. The destructor waits for them. `clock`
/// must outlive it. GUI thread only.
class NoteRunner final : public QObject {
    Q_OBJECT
public:
    NoteRunner(config::Deployment deployment, std::filesystem::path journalFile, const Clock& clock,
        QObject* parent = nullptr);
    ~NoteRunner() override;

    /// Applies to later notes.
    void setWritable(bool isWritable) { m_deployment.isReadOnly = !isWritable; }
    /// finished() or failed() follows. Never blocks.
    void write(const Resource& resource, const release::NoteDeed& deed);

Q_SIGNALS:
    void finished(const lockkeeper::Resource& resource, const lockkeeper::release::NoteDeed& deed,
        const lockkeeper::release::NoteReport& report);
    /// Nothing was sent.
    void failed(const lockkeeper::Resource& resource, const lockkeeper::Error& error);

private:
    config::Deployment m_deployment;
    std::filesystem::path m_journalFile;
    const Clock& m_clock;
    TaskQueue m_tasks; ///< last: its tasks use the other members
};

} // namespace lockkeeper::ui
