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

/// Describes and tests a deployment. Only emits requests: report a save.
class ConnectDialog final : public QDialog {
    Q_OBJECT
public:
    /// `canKeep`: there is a keychain.
    ConnectDialog(const Clock& clock, const std::filesystem::path& file, bool canKeep,
        QWidget* parent = nullptr);
    ~ConnectDialog() override;

    [[nodiscard]] ConnectForm::Input input() const { return m_form->input(); }
    void setInput(const ConnectForm::Input& input);

public Q_SLOTS:
    void showSaved(const lockkeeper::config::Deployment& deployment);
    void showSaveFailure(const lockkeeper::Error& error);

Q_SIGNALS:
    /// `isPasswordKept`: in the keychain.
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
    std::string m_tested; ///< identity of the tested masters
    bool m_isOutdated = false;
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
