// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/release/plan.h"
#include "ui/bridge/release_runner.h"
#include "ui/models/roles.h"

#include <QDialog>

class QLabel;
class QLineEdit;
class QPushButton;
class QStackedWidget;

namespace lockkeeper::ui {

class Banner;
class ReleaseOutcome;

/// Shows what a release would do, asks for the reason, and afterwards what it came to. It goes for
/// one identity, a resource with one token: when the token changes meanwhile, nothing can be
/// released any more. It only asks: connect releaseRequested() and tell it what came of it.
class ReleaseDialog final : public QDialog {
    Q_OBJECT
public:
    struct Subject {
        release::Plan plan;
        observe::LockEntryPtr entry; ///< as the plan was made of
        std::filesystem::path journalFile;
        QString deployment;
    };

    /// `clock` must outlive the dialog.
    ReleaseDialog(const Subject& subject, const Clock& clock, QWidget* parent = nullptr);

    [[nodiscard]] const Resource& resource() const noexcept { return m_plan.resource; }

public Q_SLOTS:
    /// What the board says now; null: no master has the resource any more.
    void showEntry(const lockkeeper::observe::LockEntryPtr& entry);
    void showResult(const lockkeeper::ui::ReleaseResult& result);
    /// Closes, unless a release is under way.
    void reject() override;

Q_SIGNALS:
    void releaseRequested(const lockkeeper::release::Plan& plan, const QString& reason);

private:
    /// What the dialog is at.
    enum class Phase { Asking, Void, Running, Done };

    void createLayout(const Subject& subject);
    [[nodiscard]] QWidget* createQuestions();
    void connectSignals();
    void setPhase(Phase phase);
    void voidPlan(const QString& why);
    void showNow(const observe::LockEntryPtr& entry);
    [[nodiscard]] bool isConfirmed() const;
    void updateButton();
    void begin();

    release::Plan m_plan;
    const Clock& m_clock;
    bool m_isNameAsked;
    Phase m_phase = Phase::Asking;
    SteadyTime m_doneAt{};
    Banner* m_banner;
    QStackedWidget* m_stack;
    ReleaseOutcome* m_outcome;
    QWidget* m_questions = nullptr;
    QLineEdit* m_reason;
    QLineEdit* m_name;
    QPushButton* m_release;
    QPushButton* m_cancel;
};

} // namespace lockkeeper::ui
