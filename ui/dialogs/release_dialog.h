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

/// Dialog that shows what a release would do, asks for the reason, and then shows the outcome.
///
/// It is about one resource with one token. If the token changes while the dialog is open, nothing
/// can be released from it any more. It releases nothing itself: connect releaseRequested(), and
/// report the outcome with showResult().
class ReleaseDialog final : public QDialog {
    Q_OBJECT
public:
    struct Subject {
        release::Plan plan;
        observe::LockEntryPtr entry; ///< the entry that `plan` was made from
        std::filesystem::path journalFile;
        QString deployment;
    };

    /// `clock` must outlive the dialog.
    ReleaseDialog(const Subject& subject, const Clock& clock, QWidget* parent = nullptr);

    [[nodiscard]] const Resource& resource() const noexcept { return m_plan.resource; }

public Q_SLOTS:
    /// Shows the resource's present entry. Null means that no master stores it any more. A missing
    /// entry or another token ends the dialog's question.
    void showEntry(const lockkeeper::observe::LockEntryPtr& entry);
    /// The outcome of the requested release.
    void showResult(const lockkeeper::ui::ReleaseResult& result);
    /// Closes the dialog. Does nothing while a release is under way.
    void reject() override;

Q_SIGNALS:
    void releaseRequested(const lockkeeper::release::Plan& plan, const QString& reason);

private:
    /// Void: the plan does not apply any more.
    enum class Phase { Asking, Void, Running, Done };

    void createLayout(const Subject& subject);
    [[nodiscard]] QWidget* createQuestions();
    void connectSignals();
    void setPhase(Phase phase);
    void invalidatePlan(const QString& why);
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
