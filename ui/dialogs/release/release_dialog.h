// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/release/plan.h"
#include "core/release/safety.h"
#include "ui/bridge/release_runner.h"
#include "ui/models/base/roles.h"

#include <QDialog>
#include <QTimer>

class QBoxLayout;
class QLabel;
class QPushButton;
class QStackedWidget;

namespace lockkeeper::ui {

class Banner;
class Fold;
class Form;
class ReleaseCommands;
class ReleaseFacts;
class ReleaseOutcome;
class ReleaseQuestions;
class SafetyLine;

/// Dialog that says whether it is safe to free a lock and what a release or a revoke would do, asks
/// for the reason, and then shows the outcome.
///
/// It is about one resource with one token. If the token changes while the dialog is open, nothing
/// can be done from it any more. It changes no lock itself: connect releaseRequested(), and report
/// the outcome with showResult().
///
/// Enter presses the button that has the focus. In a field it goes to the release of a holder that
/// has ended, or else to Cancel, which it does not press while something is typed.
class ReleaseDialog final : public QDialog {
    Q_OBJECT
public:
    struct Subject {
        release::Plan plan;
        observe::LockEntryPtr entry; ///< the entry that the plans were made from
        std::filesystem::path journalFile;
        QString deployment;
        /// The same as a revoke, or why that can't be done.
        Result<release::Plan> revoke = fail(ErrorClass::Unsupported, "not planned");
        /// The same as a steal, and as an ask, or why that can't be done.
        Result<release::Plan> steal = fail(ErrorClass::Unsupported, "not planned");
        Result<release::Plan> ask = fail(ErrorClass::Unsupported, "not planned");
        release::Action proposed = release::Action::Release; ///< its button comes first
        QString waiting{}; ///< who is known to wait; empty: nobody
        QString deadlock{}; ///< of which it is part, and what would end it; empty: of none
    };

    /// `clock` and `processes` must outlive the dialog.
    ReleaseDialog(const Subject& subject, const Clock& clock,
        const observe::ProcessProbe& processes, QWidget* parent = nullptr);

    /// Adds a button between the others and Cancel. The dialog takes ownership.
    void addButton(QPushButton& button);
    [[nodiscard]] const Resource& resource() const noexcept { return m_plan.resource; }

public Q_SLOTS:
    /// Shows the resource's present entry. Null means that no master stores it any more. A missing
    /// entry or another token ends the dialog's question.
    void showEntry(const lockkeeper::observe::LockEntryPtr& entry);
    /// What somebody said of the holder; the latest counts.
    void setSaid(const std::optional<lockkeeper::release::LifeReport>& said);
    /// Why nothing can be done any more, and the cure; empty: it can. What has begun goes on.
    void setWhyDisabled(const QString& why);
    /// Offers a button beside what setWhyDisabled() says.
    void offerChanges() { m_areChangesOffered = true; }
    /// The outcome of what was requested.
    void showResult(const lockkeeper::ui::ReleaseResult& result);
    /// The outcome on the masters that answered later.
    void showFinished(const lockkeeper::ui::ReleaseResult& result);
    /// Closes the dialog. Does nothing while a release is under way.
    void reject() override;

Q_SIGNALS:
    /// `isFinishWanted`: send the command to silent masters, too, as soon as they answer.
    void releaseRequested(
        const lockkeeper::release::Plan& plan, const QString& reason, bool isFinishWanted);
    /// The user wants to allow changes.
    void changesRequested();
    /// The holder changed, and the user wants to see the new one.
    void lookRequested(const lockkeeper::Resource& resource);
    /// It is done, and the user wants to see who has the lock now, or a report of what happened.
    void showRequested(const lockkeeper::Resource& resource);
    void reportRequested(const lockkeeper::Resource& resource);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    /// Void: the plans do not apply any more.
    enum class Phase { Asking, Void, Running, Done };

    void createButtons(const Subject& subject);
    void createLayout(const Subject& subject);
    [[nodiscard]] QWidget* createBody(const Subject& subject);
    [[nodiscard]] Form* createConsequences(const Subject& subject);
    void addRevokeFact(Form& form, const Subject& subject);
    void addFolds(QBoxLayout& layout, const Subject& subject);
    void connectSignals();
    void fitToScreen();
    [[nodiscard]] int neededHeight(int width) const;
    [[nodiscard]] bool isRevokeProposed() const { return m_proposed == release::Action::Revoke; }
    void showNow(const observe::LockEntryPtr& entry);
    void showHolderIn(const observe::LockEntryPtr& entry);
    [[nodiscard]] observe::Votes presentVotes() const;
    [[nodiscard]] release::SafetyVerdict safetyNow();
    void setPhase(Phase phase);
    void invalidatePlan(const QString& why, bool hasNewHolder);
    void assess();
    void showConsequences(release::Safety safety);
    [[nodiscard]] bool isConfirmed() const;
    /// Why nothing can be done at present; empty: it can.
    [[nodiscard]] QString whyNotYet() const;
    void updateButtons();
    void updateCommands();
    void begin(const release::Plan& plan);
    void beginAsk();
    void carryOut(const release::Plan& plan);

    release::Plan m_plan;
    QString m_waiting; ///< who waits; empty: nobody is known to
    release::Action m_proposed;
    std::optional<release::Plan> m_revokePlan; ///< nullopt: it can't be revoked
    std::optional<release::Plan> m_stealPlan; ///< nullopt: it can't be stolen
    std::optional<release::Plan> m_askPlan; ///< nullopt: its holder does not hear
    observe::LockEntryPtr m_entry;
    const Clock& m_clock;
    const observe::ProcessProbe& m_processes;
    std::optional<release::LifeReport> m_said; ///< nullopt: nobody was asked, or has answered
    std::optional<release::ProcessCheck> m_ended; ///< the check that found the holder's end
    QString m_whyDisabled;
    bool m_areChangesOffered = false;
    Phase m_phase = Phase::Asking;
    std::optional<observe::LockEntryPtr> m_seenWhileRunning; ///< nullopt: nothing arrived
    SteadyTime m_doneAt{};
    bool m_isFinishing = false;
    QSize m_fitted; ///< the size that fits what is shown
    QTimer m_timer;
    SafetyLine* m_safety;
    Banner* m_banner;
    QStackedWidget* m_stack;
    ReleaseOutcome* m_outcome;
    ReleaseQuestions* m_questions;
    ReleaseFacts* m_facts = nullptr;
    Fold* m_factsFold = nullptr;
    Form* m_consequences = nullptr;
    QLabel* m_deed = nullptr; ///< what happens, in a sentence
    QLabel* m_note = nullptr; ///< what somebody says about the lock
    QLabel* m_notice = nullptr;
    QLabel* m_revokeFact = nullptr;
    ReleaseCommands* m_revokeCommands = nullptr; ///< null: it can't be revoked
    QPushButton* m_release;
    QPushButton* m_revoke;
    QPushButton* m_ask; ///< hidden: nobody would hear
    QPushButton* m_steal; ///< hidden: it can't be stolen
    QLabel* m_stolen; ///< what follows of that
    QPushButton* m_look;
    QPushButton* m_report;
    QPushButton* m_cancel;
};

} // namespace lockkeeper::ui
