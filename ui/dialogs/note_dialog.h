// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/release/note_writing.h"

#include <QDialog>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace lockkeeper::ui {

/// Writes or clears a note; warns before it replaces another's. Only emits writeRequested(): report
/// the outcome.
class NoteDialog final : public QDialog {
    Q_OBJECT
public:
    NoteDialog(const Resource& resource, const observe::Note& note, const Clock& clock,
        QWidget* parent = nullptr);

    [[nodiscard]] const Resource& resource() const noexcept { return m_resource; }

public Q_SLOTS:
    void showReport(
        const lockkeeper::release::NoteDeed& deed, const lockkeeper::release::NoteReport& report);
    void showFailure(const lockkeeper::Error& error);
    void setWhyDisabled(const QString& why);

Q_SIGNALS:
    void writeRequested(
        const lockkeeper::Resource& resource, const lockkeeper::release::NoteDeed& deed);

private:
    void createLayout();
    void connectSignals();
    void selectTime(SteadyTime::duration least);
    void showNote(const observe::Note& note);
    void updateButtons();
    void request(bool isClearing);
    [[nodiscard]] bool isOthers() const;

    Resource m_resource;
    observe::Note m_note;
    const Clock& m_clock;
    QString m_whyDisabled;
    bool m_isRunning = false;
    QLabel* m_present;
    QLineEdit* m_text;
    QComboBox* m_time;
    QLabel* m_problem;
    QPushButton* m_write;
    QPushButton* m_clear;
    QPushButton* m_cancel;
};

} // namespace lockkeeper::ui
