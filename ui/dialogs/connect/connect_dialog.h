// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/connection_checker.h"
#include "ui/dialogs/connect/connect_form.h"

#include <QDialog>
#include <filesystem>

class QLabel;
class QPushButton;

namespace lockkeeper::ui {

class CheckView;

/// Dialog that describes a deployment, tests it, and opens or saves it.
///
/// It opens and saves nothing itself: connect connectRequested() and saveRequested(), and report
/// the outcome of a save by showSaved() or showSaveFailure().
class ConnectDialog final : public QDialog {
    Q_OBJECT
public:
    /// `clock` must outlive the dialog. `file`: where a deployment is saved, for display.
    /// `canKeep`: there is a keychain.
    ConnectDialog(const Clock& clock, const std::filesystem::path& file, bool canKeep,
        QWidget* parent = nullptr);

    /// What was typed; see ConnectForm::Input.
    [[nodiscard]] ConnectForm::Input input() const { return m_form->input(); }
    void setInput(const ConnectForm::Input& input);

public Q_SLOTS:
    void showSaved(const lockkeeper::config::Deployment& deployment);
    void showSaveFailure(const lockkeeper::Error& error);

Q_SIGNALS:
    /// The deployment is to be opened; the dialog has closed. It has its password, which the
    /// keychain is to keep if `isPasswordKept`.
    void connectRequested(const lockkeeper::config::Deployment& deployment, bool isPasswordKept);
    void saveRequested(const lockkeeper::config::Deployment& deployment);

private:
    void createButtons();
    void createLayout();
    void connectSignals();
    void validate();
    void showWhetherOutdated(bool isSame);
    void toggleTest();
    void testSoon();
    void endTest();
    void save();
    void connectNow();

    ConnectionChecker m_checker;
    QString m_file;
    std::string m_tested; ///< identity of what the steps are about; empty: nothing
    bool m_isOutdated = false; ///< the form names other masters than were tested
    ConnectForm* m_form;
    CheckView* m_view;
    QLabel* m_problem;
    QPushButton* m_test;
    QPushButton* m_save;
    QPushButton* m_clear;
    QPushButton* m_cancel;
    QPushButton* m_connect;
};

} // namespace lockkeeper::ui
