// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/note_runner.h"

namespace lockkeeper::ui {

NoteRunner::NoteRunner(config::Deployment deployment, std::filesystem::path journalFile,
    const Clock& clock, QObject* parent)
    : QObject(parent)
    , m_deployment(std::move(deployment))
    , m_journalFile(std::move(journalFile))
    , m_clock(clock)
{ }

NoteRunner::~NoteRunner() = default;

void NoteRunner::write(const Resource& resource, const release::NoteDeed& deed)
{
    const auto carryOut = [deployment = m_deployment, resource, deed, file = m_journalFile,
                              &clock = m_clock]() -> Result<release::NoteReport> {
        auto journal = release::Journal::open(file, clock);
        if (!journal)
            return tl::make_unexpected(journal.error());
        return release::writeNote(deployment, resource, deed, *journal, clock);
    };
    m_tasks.run(this, carryOut, [this, resource, deed](const Result<release::NoteReport>& report) {
        if (report)
            Q_EMIT finished(resource, deed, *report);
        else
            Q_EMIT failed(resource, report.error());
    });
}

} // namespace lockkeeper::ui
