// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/board/board_update.h"
#include "core/release/plan.h"
#include "core/release/safety.h"
#include "ui/bridge/deed_runners.h"
#include "ui/models/base/roles.h"

#include <QDialog>
#include <QTimer>

class QBoxLayout;
class QLabel;
class QPushButton;
class QStackedWidget;

namespace lockkeeper::ui {

class Banner;
class DialogButtons;
class Fold;
class Form;
class GrowsOnScreen;
class ReleaseCommands;
class ReleaseFacts;
class ReleaseOutcome;
class ReleaseQuestions;
class SafetyLine;

/// Judges whether freeing a lock is safe, asks for the reason, shows the outcome. Only emits
/// releaseRequested(): report by showResult(). Another token voids it.
///
/// Enter presses the focused button. In a field it moves to Release if the holder has ended, else
/// to Cancel, which it does not press over typed text.
class ReleaseDialog final : public QDialog {
    Q_OBJECT
public:
    struct Subject {
        release::Plan plan;
        observe::LockEntryPtr entry;
        std::filesystem::path journalFile;
        QString deployment;
        /// Or why not.
        Result<release::Plan> revoke = fail(ErrorClass::Unsupported, "not planned");
        Result<release::Plan> steal = fail(ErrorClass::Unsupported, "not planned");
        Result<release::Plan> ask = fail(ErrorClass::Unsupported, "not planned");
        /// nullopt: release::proposedAction() decides.
        std::optional<release::Action> wanted = release::Action::Release;
        QString waiting{};
        QString deadlock{}; ///< with its cure
    };

    ReleaseDialog(const Subject& subject, const Clock& clock,
        const observe::ProcessProbe& processes, QWidget* parent = nullptr);

    void addButton(QPushButton& button);
    [[nodiscard]] const release::Plan& plan() const noexcept { return m_plan; }
    [[nodiscard]] const Resource& resource() const noexcept { return m_plan.resource; }

public Q_SLOTS:
    /// Null: not stored. Null or another token voids the dialog.
    void showEntry(const lockkeeper::observe::LockEntryPtr& entry);
    /// Before showEntry() of the same update.
    void showHolds(const std::vector<lockkeeper::observe::HoldChange>& changes);
    void setSaid(const std::optional<lockkeeper::release::LifeReport>& said);
    /// `why` includes the cure; empty: possible.
    void setWhyDisabled(const QString& why);
    /// The user lacks a right: known before anything is sent.
    void setForeseenRefusal(const lockkeeper::Error& refusal);
    /// A button beside setWhyDisabled()'s text.
    void offerChanges() { m_areChangesOffered = true; }
    void showResult(const lockkeeper::ui::ReleaseResult& result);
    void showFinished(const lockkeeper::ui::ReleaseResult& result);
    void reject() override;

Q_SIGNALS:
    /// `isFinishWanted`: also to silent masters, later.
    void releaseRequested(
        const lockkeeper::release::Plan& plan, const QString& reason, bool isFinishWanted);
    void changesRequested();
    void lookRequested(const lockkeeper::Resource& resource);
    void showRequested(const lockkeeper::Resource& resource);
    void reportRequested(const lockkeeper::Resource& resource);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    enum class Phase { Asking, Void, Running, Done };

    void createButtons();
    void createLayout(const Subject& subject);
    [[nodiscard]] QWidget* createBody(const Subject& subject);
    [[nodiscard]] Form* createConsequences(const Subject& subject);
    [[nodiscard]] QLabel* addRevokeFact(Form& form, const QString& name);
    void addFolds(QBoxLayout& layout, const Subject& subject);
    void connectSignals();
    void fitToScreen();
    [[nodiscard]] int neededHeight(int width) const;
    [[nodiscard]] bool isRevokeProposed() const { return m_proposed == release::Action::Revoke; }
    [[nodiscard]] bool isRevokeOffered() const { return !m_plan.part && !m_plan.node; }
    void showNow(const observe::LockEntryPtr& entry);
    void showHolderIn(const observe::LockEntryPtr& entry);
    [[nodiscard]] observe::Votes presentVotes() const;
    [[nodiscard]] release::SafetyVerdict safetyNow();
    void propose(const release::SafetyVerdict& verdict);
    void setPhase(Phase phase);
    void invalidatePlan(const QString& why, bool hasNewHolder);
    void assess();
    void showConsequences(release::Safety safety);
    [[nodiscard]] bool isConfirmed() const;
    [[nodiscard]] QString whyNotYet() const;
    void showButtons();
    void updateButtons();
    void updateCommands();
    void begin(const release::Plan& plan);
    void beginAsk();
    void carryOut(const release::Plan& plan);

    release::Plan m_plan;
    QString m_waiting;
    std::optional<release::Action> m_wanted;
    release::Action m_proposed = release::Action::Release;
    std::optional<release::Plan> m_revokePlan;
    QString m_whyNotRevoked;
    std::optional<release::Plan> m_stealPlan;
    std::optional<release::Plan> m_askPlan;
    observe::LockEntryPtr m_entry;
    const Clock& m_clock;
    const observe::ProcessProbe& m_processes;
    std::optional<release::LifeReport> m_said;
    std::optional<release::ProcessCheck> m_ended; ///< proof of the holder's end
    QString m_whyDisabled;
    bool m_areChangesOffered = false;
    Phase m_phase = Phase::Asking;
    std::optional<observe::LockEntryPtr> m_seenWhileRunning;
    SteadyTime m_doneAt{};
    std::vector<observe::HoldChange> m_holds;
    bool m_isFinishing = false;
    bool m_isSafe = false;
    bool m_mayLive = false; ///< the holder, and not only its process
    GrowsOnScreen* m_growth = nullptr;
    QTimer m_timer;
    SafetyLine* m_safety;
    Banner* m_banner;
    QStackedWidget* m_stack;
    ReleaseOutcome* m_outcome;
    ReleaseQuestions* m_questions;
    ReleaseFacts* m_facts = nullptr;
    Fold* m_factsFold = nullptr;
    Form* m_consequences = nullptr;
    QLabel* m_deed = nullptr;
    QLabel* m_note = nullptr;
    QLabel* m_notice = nullptr;
    Form* m_moreFacts = nullptr;
    QLabel* m_revokeProposal = nullptr;
    QLabel* m_revokeFact = nullptr;
    ReleaseCommands* m_revokeCommands = nullptr;
    QPushButton* m_release;
    QPushButton* m_revoke;
    QPushButton* m_ask;
    QPushButton* m_steal;
    QLabel* m_stolen;
    QPushButton* m_look;
    QPushButton* m_report;
    QPushButton* m_cancel;
    DialogButtons* m_buttons = nullptr;
};

} // namespace lockkeeper::ui
