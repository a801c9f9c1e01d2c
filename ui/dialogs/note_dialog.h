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

/// Dialog that says beside a lock who is on it and why: a text and for how long, or clear. Somebody
/// else's note is shown, and the button says that it is replaced. It writes nothing itself: connect
/// writeRequested(), and report the outcome with showReport() or showFailure().
class NoteDialog final : public QDialog {
    Q_OBJECT
public:
    /// `note`: the one that is there. `clock` must outlive the dialog.
    NoteDialog(const Resource& resource, const observe::Note& note, const Clock& clock,
        QWidget* parent = nullptr);

    [[nodiscard]] const Resource& resource() const noexcept { return m_resource; }

public Q_SLOTS:
    /// Closes the dialog if it is done; else says what is in the way.
    void showReport(
        const lockkeeper::release::NoteDeed& deed, const lockkeeper::release::NoteReport& report);
    void showFailure(const lockkeeper::Error& error);
    /// Why nothing can be written any more, and the cure; empty: it can.
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
    observe::Note m_note; ///< that is there, as far as known
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
