// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/clock.h"
#include "core/observe/board/lock_entry.h"
#include "ui/models/own_lease_model.h"

#include <QFrame>

class QFormLayout;
class QLabel;
class QPushButton;
class QStackedWidget;

namespace lockkeeper::ui {

class TableView;
class VoteTableModel;

/// All that is known of one lock, and what can be done about it. `votes` and `clock` must outlive
/// it.
class LockDetail final : public QFrame {
    Q_OBJECT
public:
    /// What to show.
    struct Subject {
        observe::LockEntryPtr entry; ///< null: nothing is selected
        bool isGone = false; ///< no master has it any more
        bool isOld = false; ///< not confirmed for a while
        QString remaining; ///< in words
        std::optional<LeaseInfo> lease; ///< ours
    };

    LockDetail(VoteTableModel& votes, const Clock& clock, QWidget* parent = nullptr);

    void show(Subject subject);
    /// Whether to ask to select a lock while none is.
    void setHintVisible(bool isVisible);
    [[nodiscard]] const Subject& subject() const noexcept { return m_subject; }
    [[nodiscard]] TableView& votesView() noexcept { return *m_votesView; }

Q_SIGNALS:
    /// Somebody else's lock.
    void releaseRequested(const lockkeeper::Resource& resource);
    /// A lease of ours.
    void releaseLeaseRequested(int leaseId);
    void extendRequested(int leaseId);

private:
    [[nodiscard]] QWidget* createTitle();
    [[nodiscard]] QWidget* createFacts();
    [[nodiscard]] QWidget* createVotes();
    [[nodiscard]] QLabel* addFact(QFormLayout& form, const QString& caption);
    void connectSignals();
    void showEntry();
    void showButtons();
    void release();

    VoteTableModel& m_votes;
    const Clock& m_clock;
    Subject m_subject;
    QStackedWidget* m_stack = nullptr;
    QLabel* m_hint = nullptr;
    QLabel* m_title = nullptr;
    QLabel* m_verdict = nullptr;
    QLabel* m_holder = nullptr;
    QLabel* m_library = nullptr;
    QLabel* m_heldFor = nullptr;
    QLabel* m_remaining = nullptr;
    QLabel* m_renewals = nullptr;
    QLabel* m_evidence = nullptr;
    TableView* m_votesView = nullptr;
    QPushButton* m_extend = nullptr;
    QPushButton* m_release = nullptr;
};

} // namespace lockkeeper::ui
