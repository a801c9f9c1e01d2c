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

/// The masters of a deployment, a row each, with their logins and with what a test has found. Its
/// last line takes anything that is typed or pasted: see config::typedVoters(). All rows use one
/// login, unless two differ.
class MasterList final : public QWidget {
    Q_OBJECT
public:
    using Voters = std::vector<config::TypedVoter>;

    explicit MasterList(QWidget* parent = nullptr);

    /// The masters in order, with their logins; what stands in the last line is among them.
    [[nodiscard]] Voters voters() const;
    /// What they name.
    [[nodiscard]] config::NamedMasters named() const { return config::readVoters(voters()); }
    void setVoters(const Voters& voters);
    /// No test has been made of these masters.
    void forgetTest();
    /// What was found of a master, which is named by its place: a, b, c ...
    void showStep(const check::StepReport& report);
    /// Where masters are added.
    [[nodiscard]] QWidget& lastLine() noexcept;
    /// In a form that scrolls, that line is to be seen.
    void showLastLine();
    /// True if a master has a password.
    [[nodiscard]] bool hasPassword() const;

Q_SIGNALS:
    void changed();
    /// Somebody has finished a field, and no user is without a password: the masters can be tested.
    void settled();
    /// Return was pressed in the empty last line: no more are added.
    void finished();
    /// The user wants to see the steps of this master.
    void stepsRequested(const lockkeeper::MasterId& master);

private:
    void createLayout();
    void connectLogin();
    /// Adds rows in front of this one.
    void add(const Voters& voters, std::size_t at);
    VoterRow& insert(std::size_t at);
    void remove(VoterRow& row);
    /// Takes the text of the last line, or of an address, apart.
    void take(const QString& text);
    void splitAddress(VoterRow& row);
    /// Tells below each row why its address can't be used.
    void showProblems();
    void setShared(bool isShared);
    void placeRows();
    [[nodiscard]] Voters typed() const;
    void noteChange();
    void settle();

    QCheckBox* m_shared;
    QWidget* m_login; ///< that all rows use
    QLineEdit* m_user;
    QLineEdit* m_password;
    QVBoxLayout* m_rowLayout;
    AddEdit* m_add;
    std::vector<VoterRow*> m_rows;
    bool m_isLoginTyped = false; ///< the common one, by hand: so it is meant for all
    bool m_isAdding = false; ///< rows are being added
    bool m_isUntold = false; ///< something has changed since settled()
};

} // namespace lockkeeper::ui
