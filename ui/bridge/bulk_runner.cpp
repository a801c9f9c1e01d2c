// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/bulk_runner.h"

#include "core/words/note_words.h"
#include "core/words/safety_words.h"

namespace lockkeeper::ui {

BulkRunner::BulkRunner(config::Deployment deployment, std::filesystem::path journalFile,
    const Clock& clock, QObject* parent)
    : QObject(parent)
    , m_deployment(std::move(deployment))
    , m_journalFile(std::move(journalFile))
    , m_clock(clock)
{ }

BulkRunner::~BulkRunner()
{
    stop();
}

void BulkRunner::start(
    const std::string& planId, std::vector<release::PlannedLock> locks, const QString& reason)
{
    const release::ApplyOptions options{.planId = planId,
        .reason = reason.trimmed().toStdString(),
        .shown =
            [](const release::SafetyVerdict& verdict) {
                return words::shownSafety(verdict, words::Seen::Once);
            },
        .noteText
        = [&clock = m_clock](
              const observe::Note& note) { return words::noteText(note, clock.wallNow()); },
        .isStopped = [stop = m_stop.get_token()] { return stop.stop_requested(); },
        .onLock =
            [this](std::size_t index, const release::AppliedLock& lock) {
                QMetaObject::invokeMethod(
                    this, [this, index, lock] { Q_EMIT lockDone(index, lock); },
                    Qt::QueuedConnection);
            }};
    const auto carryOut = [deployment = m_deployment, locks = std::move(locks), options,
                              file = m_journalFile, &clock = m_clock]() -> std::optional<Error> {
        const observe::LocalProcessProbe processes;
        const auto earlier = release::deedsOfPlan(file, options.planId);
        if (!earlier)
            return earlier.error();
        auto journal = release::Journal::open(file, clock);
        if (!journal)
            return journal.error();
        const auto applied
            = release::apply(deployment, locks, *earlier, &*journal, clock, processes, options);
        return applied ? applied->journalError : std::optional(applied.error());
    };
    m_tasks.run(
        this, carryOut, [this](const std::optional<Error>& error) { Q_EMIT finished(error); });
}

} // namespace lockkeeper::ui
