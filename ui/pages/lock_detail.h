// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/clock.h"
#include "core/observe/board/freshness.h"
#include "core/observe/board/lock_entry.h"
#include "ui/models/own_lease_model.h"

#include <QFrame>

class QHBoxLayout;
class QLabel;
class QMenu;
class QPushButton;
class QScrollArea;
class QTabWidget;

namespace lockkeeper::ui {

class Form;
class HoldersSection;
class TableView;
class VotesSection;

/// Facts and actions of the selected lock; hidden without one.
class LockDetail final : public QFrame {
    Q_OBJECT
public:
    struct Subject {
        observe::LockEntryPtr entry; ///< null: no selection
        bool isGone = false; ///< no master stores it
        bool isHidden = false; ///< filter or group hides its row
        bool isOld = false; ///< gone, or no fresh quorum of votes
        std::vector<observe::Freshness> masters;
        QString remaining;
        QString heldFor;
        QString waiting;
        std::optional<LeaseInfo> lease; ///< if this window holds it
        int selected = 1; ///< number of selected locks
    };

    explicit LockDetail(const Clock& clock, QWidget* parent = nullptr);

    void show(Subject subject);
    /// Takes ownership.
    void addSection(QWidget& section, const QString& title);
    void setReadOnly(bool isReadOnly, const QString& refusal = {});
    /// Must outlive the pane.
    void setTellMenu(QMenu& menu);
    void tick();
    void focusHolders();
    /// Buttons, else votes, else the tabs.
    void takeFocus();
    [[nodiscard]] const Subject& subject() const noexcept { return m_subject; }
    [[nodiscard]] TableView& votesView() noexcept;
    /// So high, the facts of no lock shown at this width have to be scrolled.
    [[nodiscard]] int neededHeight() const noexcept { return m_needed.asSection; }

Q_SIGNALS:
    void neededHeightChanged();
    void leaveRequested();
    void releaseSelectedRequested();
    void revokeRequested(const lockkeeper::Resource& resource);
    void freeHolderRequested(
        const lockkeeper::Resource& resource, const lockkeeper::Fingerprint& member);
    void extendRequested(int leaseId);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] QWidget* createTitle();
    [[nodiscard]] QScrollArea* createFacts();
    [[nodiscard]] QTabWidget* createSections();
    void connectSignals();
    void showEntry();
    void showState();
    void showNote();
    void showButtons();
    void showHolders();
    void fit();
    void arrange();

    /// With facts beside the sections, or as one of them.
    struct Needed {
        int width = 0;
        int inColumns = 0;
        int asSection = 0;
        friend bool operator==(const Needed&, const Needed&) = default;
    };

    const Clock& m_clock;
    Subject m_subject;
    bool m_isReadOnly = false;
    QString m_refusal;
    QLabel* m_title = nullptr;
    QLabel* m_state = nullptr;
    QLabel* m_verdict = nullptr;
    QLabel* m_holder = nullptr;
    QLabel* m_waiting = nullptr;
    QLabel* m_note = nullptr;
    Form* m_facts = nullptr;
    QLabel* m_library = nullptr;
    QLabel* m_caution = nullptr; ///< side effects of a release
    QLabel* m_heldFor = nullptr;
    QLabel* m_remaining = nullptr;
    QLabel* m_evidence = nullptr;
    QHBoxLayout* m_columns = nullptr;
    QScrollArea* m_factsArea = nullptr;
    Needed m_needed;
    QTabWidget* m_sections = nullptr;
    VotesSection* m_votes;
    HoldersSection* m_holders;
    QPushButton* m_tell = nullptr;
    QPushButton* m_extend = nullptr;
    QPushButton* m_revoke = nullptr;
    QPushButton* m_release = nullptr;
    QLabel* m_why = nullptr;
};

} // namespace lockkeeper::ui
