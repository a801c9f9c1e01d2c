// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/check/step.h"
#include "core/config/typed_voters.h"

#include <QWidget>

class QCheckBox;
class QLabel;
class QLineEdit;
class QVBoxLayout;

namespace lockkeeper::ui {

class AddEdit;
class VoterRow;

/// The masters, with logins and test results. The last line takes any text: see
/// config::typedVoters(). All share a login, unless two differ.
class MasterList final : public QWidget {
    Q_OBJECT
public:
    using Voters = std::vector<config::TypedVoter>;

    explicit MasterList(QWidget* parent = nullptr);

    [[nodiscard]] Voters voters() const;
    [[nodiscard]] config::NamedMasters named() const { return config::readVoters(voters()); }
    void setVoters(const Voters& voters);
    void forgetTest();
    /// Masters are named by place: a, b, c ...
    void showStep(const check::StepReport& report);
    /// If only some masters accept the shared login, asks the others for theirs.
    void divideLogin();
    [[nodiscard]] QWidget& lastLine() noexcept;
    void showLastLine();
    [[nodiscard]] bool hasPassword() const;

Q_SIGNALS:
    void changed();
    /// A field is finished, and every user has a password.
    void settled();
    /// Return, where no login is missing.
    void finished();
    void stepsRequested(const lockkeeper::MasterId& master);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void createLayout();
    void connectLogin();
    void add(const Voters& voters, std::size_t at);
    VoterRow& insert(std::size_t at);
    void remove(VoterRow& row);
    void take(const QString& text);
    void splitAddress(VoterRow& row);
    void nameCluster();
    void showProblems();
    void setShared(bool isShared);
    void placeRows();
    [[nodiscard]] std::vector<QLineEdit*> loginFields() const;
    [[nodiscard]] VoterRow* aboveOf(const QObject* user) const;
    void goOn(const QObject* from);
    void showWhatReturnTakes();
    [[nodiscard]] Voters typed() const;
    void noteChange();
    void settle();

    QCheckBox* m_shared;
    QWidget* m_login;
    QLineEdit* m_user;
    QLineEdit* m_password;
    QVBoxLayout* m_rowLayout;
    AddEdit* m_add;
    std::vector<VoterRow*> m_rows;
    bool m_isLoginTyped = false;
    bool m_isAdding = false;
    bool m_isUntold = false;
};

} // namespace lockkeeper::ui
