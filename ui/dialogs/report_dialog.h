// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/clock.h"
#include "core/result.h"
#include "core/types.h"

#include <QByteArray>
#include <QDialog>
#include <optional>

class QComboBox;
class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace lockkeeper::ui {

class ReportMaker;

/// Shows an incident report of a lock or of a span of time before it is copied or saved.
class ReportDialog final : public QDialog {
    Q_OBJECT
public:
    /// `resource`: the selected lock, if there is one. `maker` and `clock` must outlive the dialog.
    ReportDialog(ReportMaker& maker, const std::optional<Resource>& resource, const Clock& clock,
        QWidget* parent = nullptr);

    [[nodiscard]] const QByteArray& markdown() const noexcept { return m_markdown; }
    [[nodiscard]] const QByteArray& json() const noexcept { return m_json; }
    /// A file's name that tells the lock and the time (UTC): `incident-cron-bill-20261123-0302.md`.
    [[nodiscard]] QString suggestedName() const;

public Q_SLOTS:
    void showSaved(const QString& file);
    void showSaveFailure(const lockkeeper::Error& error);

Q_SIGNALS:
    /// The user wants to save what markdown() and json() return.
    void saveRequested();

private:
    void createLayout();
    void make();
    [[nodiscard]] std::optional<Resource> about() const;
    void showReport(const QByteArray& markdown, const QByteArray& json);

    ReportMaker& m_maker;
    std::optional<Resource> m_resource;
    const Clock& m_clock;
    QByteArray m_markdown;
    QByteArray m_json;
    QComboBox* m_about;
    QComboBox* m_span;
    QPlainTextEdit* m_preview;
    QLabel* m_note;
    QPushButton* m_copy;
    QPushButton* m_save;
};

} // namespace lockkeeper::ui
