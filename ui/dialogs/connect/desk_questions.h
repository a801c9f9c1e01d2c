// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text/secret.h"
#include "ui/bridge/connection_checker.h"
#include "ui/models/deployment_list_model.h"

#include <QDialog>
#include <QSortFilterProxyModel>

class QCheckBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace lockkeeper::ui {

class PasswordDialog final : public QDialog {
    Q_OBJECT
public:
    struct Subject {
        QString deployment;
        QString user; ///< empty: the default user
        QString reason;
        int others = 0; ///< masters with this user
        bool canKeep = false;
    };
    explicit PasswordDialog(const Subject& subject, QWidget* parent = nullptr);

    [[nodiscard]] std::string user() const;
    [[nodiscard]] Secret password() const;
    [[nodiscard]] bool isForAll() const;
    [[nodiscard]] bool isKept() const;

private:
    [[nodiscard]] QLayout* createForm(const Subject& subject);

    QLineEdit* m_user;
    QLineEdit* m_password;
    QCheckBox* m_forAll;
    QCheckBox* m_keep;
};

class TableView;

class SwitchDialog final : public QDialog {
    Q_OBJECT
public:
    explicit SwitchDialog(DeploymentListModel& deployments, QWidget* parent = nullptr);

Q_SIGNALS:
    void chosen(const std::string& name);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void selectFirst();
    void choose();

    DeploymentListModel& m_deployments;
    QSortFilterProxyModel m_matching;
    QLineEdit* m_filter;
    TableView* m_table;
    QPushButton* m_open;
};

class PrefixButtons;

/// Asks which keys to watch if there are too many.
class PatternDialog final : public QDialog {
    Q_OBJECT
public:
    PatternDialog(
        const config::Deployment& deployment, const Clock& clock, QWidget* parent = nullptr);

Q_SIGNALS:
    /// A glob. The dialog has closed.
    void patternChosen(const std::string& pattern);

private:
    void createLayout(const QString& deployment);
    void validate();
    void choose(const std::string& pattern);

    ConnectionChecker m_checker;
    QLabel* m_searching;
    PrefixButtons* m_prefixes;
    QLineEdit* m_pattern;
    QLabel* m_problem;
    QPushButton* m_watch;
    QPushButton* m_cancel;
};

} // namespace lockkeeper::ui
