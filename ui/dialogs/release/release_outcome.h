// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/deed_runners.h"

#include <QWidget>

class QGridLayout;
class QLabel;

namespace lockkeeper::ui {

class Form;
class GlyphMark;

/// Each master's result, the present state, and the journal file.
class ReleaseOutcome final : public QWidget {
    Q_OBJECT
public:
    explicit ReleaseOutcome(std::filesystem::path journalFile, QWidget* parent = nullptr);

    /// Begins the summary; of several releases.
    void setSubject(const QString& name) { m_subject = name; }
    void hideNow();
    void showResult(const ReleaseResult& result);
    void showSilent(const std::vector<MasterId>& masters, bool isWaiting);
    void showOthers(const observe::LockEntry* entry, SteadyTime releasedAt, const QString& text);
    /// The state after `token` was released; null: not stored. Ignores older votes. True: somebody
    /// else has the lock. `between`: holders before it was free.
    bool showNow(const observe::LockEntry* entry, const Fingerprint& token, SteadyTime releasedAt,
        const QString& between);

private:
    void showReport(const release::Report& report);
    void showError(const Error& error);
    void clearMasters();
    void addOutcome(const release::MasterOutcome& outcome, bool isForCount);

    std::filesystem::path m_journalFile;
    QString m_subject;
    GlyphMark* m_icon;
    QLabel* m_summary;
    QGridLayout* m_masters;
    QLabel* m_waiting;
    QLabel* m_now;
    Form* m_form;
    QLabel* m_journal;
};

} // namespace lockkeeper::ui
