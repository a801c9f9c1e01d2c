// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/release_runner.h"
#include "ui/models/locks/bulk_model.h"

#include <QDialog>

class QLabel;
class QLineEdit;
class QPushButton;

namespace lockkeeper::ui {

class Banner;
class Form;
class GroupedTableView;
class ReleaseOutcome;

/// Dialog that frees several locks, one after the other, for one reason. Locks whose holder has
/// surely ended are ticked; a typed sentence ticks the others. It changes no lock itself: connect
/// startRequested() and stopRequested(), and report what comes of it.
class BulkDialog final : public QDialog {
    Q_OBJECT
public:
    BulkDialog(
        std::vector<BulkItem> items, std::filesystem::path journalFile, QWidget* parent = nullptr);

    [[nodiscard]] BulkModel& model() noexcept { return m_model; }

public Q_SLOTS:
    /// Why nothing can be done any more, and the cure; empty: it can. What runs is asked to stop.
    void setWhyDisabled(const QString& why);
    void showStep(std::size_t index, const lockkeeper::ui::ReleaseResult& result);
    void showFinished(std::size_t done, const std::optional<lockkeeper::Error>& error);
    /// Closes the dialog. While it runs, it asks to stop instead.
    void reject() override;

Q_SIGNALS:
    void startRequested(const std::vector<lockkeeper::release::Plan>& plans, const QString& reason);
    void stopRequested();
    /// The dialog has closed: the user wants the report of a lock, or to see it in the table.
    void reportRequested(const lockkeeper::Resource& resource);
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
    [[nodiscard]] static QString sentence(std::size_t locks);
    [[nodiscard]] QString doneText() const;
    [[nodiscard]] bool isSentenceTyped() const;
    void showCounts();
    void begin();
    void showRow(const QModelIndex& index);
    void updateButtons();

    BulkModel m_model;
    std::vector<std::size_t> m_freed; ///< those that are freed, in this order
    const std::size_t m_asked; ///< that the sentence names: it stays while locks go
    Phase m_phase = Phase::Asking;
    QString m_whyDisabled;
    GroupedTableView* m_table;
    ReleaseOutcome* m_outcome;
    Banner* m_banner;
    QLabel* m_summary;
    Form* m_form;
    QLineEdit* m_sentence; ///< ticks the locks whose holder may live
    QLineEdit* m_reason;
    QLabel* m_counts;
    QPushButton* m_free;
    QPushButton* m_report;
    QPushButton* m_show;
    QPushButton* m_cancel;
};

} // namespace lockkeeper::ui
