// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/release_runner.h"

#include <QWidget>

class QGridLayout;
class QLabel;

namespace lockkeeper::ui {

class Form;
class GlyphMark;

/// Shows the outcome of a release: the result of each master, the present state of the resource,
/// and the journal file.
class ReleaseOutcome final : public QWidget {
    Q_OBJECT
public:
    explicit ReleaseOutcome(std::filesystem::path journalFile, QWidget* parent = nullptr);

    /// For owners that never call showNow().
    void hideNow();
    /// Shows this result in place of an earlier one.
    void showResult(const ReleaseResult& result);
    /// Says of these masters that they get the command when they answer, or how they can. Nothing
    /// if there are none.
    void showSilent(const std::vector<MasterId>& masters, bool isWaiting);
    /// (of a part) Shows who holds the resource now: `text` has its place.
    void showOthers(const observe::LockEntry* entry, SteadyTime releasedAt, const QString& text);
    /// Shows the present state of the resource whose `token` was released at `releasedAt`. Null: no
    /// master stores it. Votes that were read before the release change nothing. True if somebody
    /// else has it.
    bool showNow(const observe::LockEntry* entry, const Fingerprint& token, SteadyTime releasedAt);

private:
    void showReport(const release::Report& report);
    void showError(const Error& error);
    void clearMasters();
    void addOutcome(const release::MasterOutcome& outcome, bool isForCount);

    std::filesystem::path m_journalFile;
    GlyphMark* m_icon;
    QLabel* m_summary;
    QGridLayout* m_masters;
    QLabel* m_waiting;
    QLabel* m_now;
    Form* m_form;
    QLabel* m_journal;
};

} // namespace lockkeeper::ui
