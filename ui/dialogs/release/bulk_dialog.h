// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/output/plan_file.h"
#include "ui/bridge/deed_runners.h"
#include "ui/models/locks/bulk_model.h"

#include <QDialog>
#include <set>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace lockkeeper::ui {

class Banner;
class Form;
class GroupedTableView;
class ReleaseOutcome;

/// Frees several locks for one reason. Ticks locks whose holder has surely ended; a typed sentence
/// ticks the others. Only emits requests: report the outcome.
class BulkDialog final : public QDialog {
    Q_OBJECT
public:
    BulkDialog(
        std::vector<BulkItem> items, std::filesystem::path journalFile, QWidget* parent = nullptr);

    [[nodiscard]] BulkModel& model() noexcept { return m_model; }
    void proposeReason(const QString& reason);
    void showPlan(const output::PlanFile& plan, const QString& file);
    void offerDeeds();
    void setAsking(std::size_t locks);
    void setSaid(std::size_t item, const std::optional<release::LifeReport>& said);

public Q_SLOTS:
    /// `why` includes the cure; empty: possible. Asks a running release to stop.
    void setWhyDisabled(const QString& why);
    void setDown(std::size_t down, std::size_t masters, bool isQuorumLost);
    void showStep(std::size_t index, const lockkeeper::release::AppliedLock& outcome);
    void showFinished(const std::optional<lockkeeper::Error>& error);
    void showSaved(const QString& file);
    void showFailure(const lockkeeper::Error& error);
    void reject() override;

Q_SIGNALS:
    void startRequested(
        const std::vector<lockkeeper::release::PlannedLock>& locks, const QString& reason);
    void stopRequested();
    void deedChosen(lockkeeper::release::Action action);
    /// All possible locks; ticked ones are freed even if holders may live.
    void saveRequested(
        const std::vector<lockkeeper::release::PlannedLock>& locks, const QString& reason);
    /// Repeats the command for silent masters once they answer.
    void finishRequested(const lockkeeper::Resource& resource);
    void reportRequested(const std::optional<lockkeeper::Resource>& only);
    void showRequested(const lockkeeper::Resource& resource);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    enum class Phase { Asking, Running, Done };

    void createTable();
    void createLayout();
    void connectSignals();
    void confirm();
    void goToNext();
    [[nodiscard]] QString nameOf(std::size_t item) const;
    [[nodiscard]] QString doneText() const;
    [[nodiscard]] std::vector<release::PlannedLock> planned(
        const std::vector<std::size_t>& items) const;
    void save();
    [[nodiscard]] QStringList sentences() const;
    [[nodiscard]] bool isSentenceTyped() const;
    void showCounts();
    void begin();
    [[nodiscard]] std::set<MasterId> silentMasters() const;
    void finish();
    void showRow(const QModelIndex& index);
    void updateButtons();

    BulkModel m_model;
    std::vector<std::size_t> m_freed;
    std::size_t m_done = 0;
    std::size_t m_asking = 0;
    const std::size_t m_asked; ///< number in the sentence; stays while locks go
    std::size_t m_down = 0;
    bool m_areDeedsOffered = false;
    bool m_isFinishing = false;
    Phase m_phase = Phase::Asking;
    QString m_whyDisabled;
    GroupedTableView* m_table;
    ReleaseOutcome* m_outcome;
    Banner* m_banner;
    QLabel* m_plan;
    QLabel* m_summary;
    Form* m_form;
    QComboBox* m_deed;
    QLabel* m_ticking;
    QLineEdit* m_sentence; ///< ticks locks whose holder may live
    QLineEdit* m_reason;
    QLabel* m_counts;
    QPushButton* m_free;
    QPushButton* m_save;
    QPushButton* m_finish;
    QPushButton* m_report;
    QPushButton* m_show;
    QPushButton* m_cancel;
};

} // namespace lockkeeper::ui
