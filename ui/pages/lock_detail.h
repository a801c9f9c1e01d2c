// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/clock.h"
#include "core/observe/board/freshness.h"
#include "core/observe/board/lock_entry.h"
#include "ui/models/own_lease_model.h"

#include <QFrame>

class QLabel;
class QMenu;
class QPushButton;

namespace lockkeeper::ui {

class Form;
class HoldersSection;
class TableView;
class VotesSection;

/// The detail pane below the locks: everything known about the selected lock, with buttons to
/// release or extend it. Hidden while none is selected. `clock` must outlive the pane.
class LockDetail final : public QFrame {
    Q_OBJECT
public:
    /// The lock to show.
    struct Subject {
        observe::LockEntryPtr entry; ///< null: nothing is selected
        bool isGone = false; ///< no master stores the lock any more
        bool isHidden = false; ///< the filter or a group hides its row
        bool isOld = false; ///< gone, or no quorum of its votes is fresh
        std::vector<observe::Freshness> masters; ///< how long their votes stay fresh
        QString remaining; ///< the remaining time in words
        QString heldFor; ///< for how long it is held, or was held until it was gone
        QString waiting; ///< who waits for the lock; empty: nobody is known to
        std::optional<LeaseInfo> lease; ///< set if this window holds the lock
        int selected = 1; ///< how many locks are selected; this is the current one
    };

    explicit LockDetail(const Clock& clock, QWidget* parent = nullptr);

    void show(Subject subject);
    /// Adds a section beside the votes. The pane takes ownership.
    void addSection(QWidget& section, const QString& title);
    /// While read-only, the buttons are disabled and say why.
    void setReadOnly(bool isReadOnly, const QString& refusal = {});
    /// What the button *Tell me* opens. `menu` must outlive the pane.
    void setTellMenu(QMenu& menu);
    /// Call it regularly. Refreshes times.
    void tick();
    /// (A lock that several hold) Shows its holders, and gives them the focus.
    void focusHolders();
    /// Gives the focus to the first button that can be pressed, or else to the votes.
    void takeFocus();
    [[nodiscard]] const Subject& subject() const noexcept { return m_subject; }
    [[nodiscard]] TableView& votesView() noexcept;

Q_SIGNALS:
    /// Escape was pressed within.
    void leaveRequested();
    /// The user wants to release what is selected: this lock or lease, or several locks.
    void releaseSelectedRequested();
    /// The user wants to revoke another holder's lock.
    void revokeRequested(const lockkeeper::Resource& resource);
    /// The user wants to free one of several holders: see observe::Holder::member.
    void freeHolderRequested(
        const lockkeeper::Resource& resource, const lockkeeper::Fingerprint& member);
    /// The user wants to extend a lease of this window.
    void extendRequested(int leaseId);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] QWidget* createTitle();
    [[nodiscard]] QWidget* createFacts();
    [[nodiscard]] QWidget* createSections();
    void connectSignals();
    void showEntry();
    void showState();
    void showNote();
    void showButtons();
    void showHolders();

    const Clock& m_clock;
    Subject m_subject;
    bool m_isReadOnly = false;
    QString m_refusal; ///< ChangePermission::refusal()
    QLabel* m_title = nullptr;
    QLabel* m_state = nullptr; ///< "stale", beside the title
    QLabel* m_verdict = nullptr;
    QLabel* m_holder = nullptr;
    QLabel* m_waiting = nullptr;
    QLabel* m_note = nullptr; ///< what somebody says about the lock; hidden without a note
    Form* m_facts = nullptr;
    QLabel* m_library = nullptr;
    QLabel* m_caution = nullptr; ///< side effects of a release; hidden if there are none
    QLabel* m_heldFor = nullptr;
    QLabel* m_remaining = nullptr;
    QLabel* m_evidence = nullptr;
    VotesSection* m_votes;
    HoldersSection* m_holders;
    QPushButton* m_tell = nullptr;
    QPushButton* m_extend = nullptr;
    QPushButton* m_revoke = nullptr;
    QPushButton* m_release = nullptr;
    QLabel* m_why = nullptr; ///< why a button is disabled, and the cure
};

} // namespace lockkeeper::ui
